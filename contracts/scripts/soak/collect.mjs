/** Stands in for node:test: keeps the tests in place of running them, so that one process can run them again and again. */

export const tests = [];
let suites = [{ name: "", hooks: { before: [], beforeEach: [], afterEach: [], after: [] } }];

export function describe(name, body) {
  suites = [...suites, { name, hooks: { before: [], beforeEach: [], afterEach: [], after: [] } }];
  body();
  suites = suites.slice(0, -1);
}

export function it(name, body) {
  tests.push({ name, body, suites });
}

const hook = (kind) => (action) => suites.at(-1).hooks[kind].push(action);
export const before = hook("before");
export const beforeEach = hook("beforeEach");
export const afterEach = hook("afterEach");
export const after = hook("after");
