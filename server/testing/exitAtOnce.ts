// Jest waits half a second for a worker to end. On a busy machine, freeing the heap takes longer. A
// worker with open handles never emits "beforeExit", so Jest still reports it.
const exitAtOnce = (): never => process.exit();
if (!process.listeners("beforeExit").some(({ name }) => name === exitAtOnce.name)) {
  process.once("beforeExit", exitAtOnce);
}
