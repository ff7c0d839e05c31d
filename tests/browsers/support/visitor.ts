import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Engine, until } from './engine.ts';

const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
);

/**
 * Finds an element by its role and name, by its label, or by its text, as a person or a screen reader perceives it.
 */
export interface Target {
  role?: string;
  /** The start of the name, or a regular expression between slashes. */
  name?: string;
  label?: string;
  text?: string;
  within?: Target;
}

/**
 * Runs in the page. Finds visible elements. With `press` it also returns the point where a click reaches the first
 * one.
 */
const FIND = `
  const T = window.TestingLibraryDom;
  const matcher = (text) => text === undefined ? undefined : /^\\/.*\\/$/.test(text)
    ? new RegExp(text.slice(1, -1)) : (found) => found.trim().startsWith(text);
  const all = (target, root) => {
    const within = target.within ? all(target.within, root)[0] : root;
    if (!within) return [];
    const found = target.role ? T.queryAllByRole(within, target.role, { name: matcher(target.name) })
      : target.label ? T.queryAllByLabelText(within, matcher(target.label))
      : T.queryAllByText(within, matcher(target.text), { ignore: 'script, style' });
    return found.filter((element) => (element.labels?.[0] ?? element).getClientRects().length > 0
      || element.getClientRects().length > 0);
  };
  const [target, press] = arguments;
  const [element] = all(target, document.body);
  if (!element) return { found: false };
  const value = element.value ?? null;
  if (!press) return { found: true, value, text: element.innerText ?? '' };
  let cover = null;
  const reach = () => {
    for (const one of [element, ...(element.labels ?? [])]) {
      const { x, y, width, height } = one.getBoundingClientRect();
      const at = { x: x + width / 2, y: y + height / 2 };
      const top = document.elementFromPoint(at.x, at.y);
      if (width > 0 && top && (one.contains(top) || top.contains(one))) return { found: true, at, value };
      cover = top?.outerHTML.slice(0, 200) ?? null;
    }
  };
  const reached = reach();
  if (reached) return reached;
  // The page may already be scrolling to the element, so this scrolls only if the element is out of reach.
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const scrolled = reach();
  if (scrolled) return scrolled;
  return { found: true, cover };
`;

interface Found {
  found: boolean;
  at?: { x: number; y: number };
  value: string | null;
  text: string;
  cover?: string | null;
}

/** Simulates what a person does with a page. Each step waits up to half a minute for what it needs. */
export function createVisitor(engine: Engine) {
  const find = (target: Target, press: boolean) =>
    until(async () => {
      if (!(await engine.run<boolean>("return 'TestingLibraryDom' in window"))) await engine.run(library);
      const found = await engine.run<Found>(FIND, target, press);
      if (found.found && (found.at || !press)) return found;
      throw new Error(
        `${found.found ? `Covered by ${found.cover ?? 'nothing'}` : 'Not there'}: ${JSON.stringify(target)}\n${await pageText()}`,
      );
    });

  /** Returns the page's text and the typed values, for the message of a failure. */
  const pageText = () =>
    engine.run<string>(`return [location.href, document.body.innerText.slice(0, 3000),
      ...Array.from(document.querySelectorAll('input'), ({ id, value }) => id + ': ' + value)].join('\\n')`);

  /** Presses the element once it no longer moves. */
  async function press(target: Target): Promise<void> {
    let before = await find(target, true);
    let unmovedChecks = 0;
    const { at } = await until(async () => {
      // A smooth scroll takes a moment to begin, and sections get their layout only when they come near the screen.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const now = await find(target, true);
      unmovedChecks = now.at?.x === before.at?.x && now.at?.y === before.at?.y ? unmovedChecks + 1 : 0;
      before = now;
      if (unmovedChecks < 3) throw new Error(`Still moves: ${JSON.stringify(target)}`);
      return now;
    });
    await engine.press(at?.x ?? 0, at?.y ?? 0);
  }

  return {
    open: (address: string) => engine.open(address),
    see: async (target: Target): Promise<string> => (await find(target, false)).text,
    valueOf: async (target: Target): Promise<string | null> => (await find(target, false)).value,
    missing: (target: Target) =>
      until(async () => {
        if ((await engine.run<Found>(FIND, target, false)).found)
          throw new Error(`Still there: ${JSON.stringify(target)}\n${await pageText()}`);
      }),
    press,
    async fill(target: Target, text: string): Promise<void> {
      await press(target);
      await engine.type(text);
    },
    arrive: (address: RegExp) =>
      until(async () => {
        const href = await engine.run<string>('return location.href');
        if (!address.test(href)) throw new Error(`Not at ${String(address)}: ${await pageText()}`);
        return href;
      }),
  };
}

export type Visitor = ReturnType<typeof createVisitor>;
