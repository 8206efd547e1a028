// Jest gives a worker half a second to end. On a busy machine, freeing the heap of many tests takes
// longer, though nothing is left to do. A worker with open handles doesn't get here, and is reported.
const exitAtOnce = (): never => process.exit();
if (!process.listeners("beforeExit").some(({ name }) => name === exitAtOnce.name)) {
  process.once("beforeExit", exitAtOnce);
}
