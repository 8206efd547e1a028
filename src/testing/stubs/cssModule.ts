/** A mock of CSS Modules: every class keeps its own name. */
export default new Proxy<Record<string, string>>({}, { get: (_none, name) => String(name) });
