// Every class is global, so its name must say which feature it belongs to. This check refuses styles of a feature
// that could affect another one.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { report, type Source, sources } from './sources.ts';

interface Selector {
  file: string;
  text: string;
  classes: string[];
}

const classesOf = (text: string) => Array.from(text.matchAll(/\.([a-z][\w-]*)/gi), ([, name = '']) => name);

function partsOf(head: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of head) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + sign);
  }
  return parts;
}

export function selectorsOf({ file, text }: Source): Selector[] {
  const found: Selector[] = [];
  const open: string[] = [];
  let written = '';
  for (const sign of text.replaceAll(/\/\*.*?\*\//gs, '')) {
    if (sign === '{') {
      const head = written.trim();
      const isRule = !head.startsWith('@') && !open.some((one) => one.startsWith('@keyframes'));
      for (const one of isRule ? partsOf(head) : []) {
        const around = open.filter((outer) => !outer.startsWith('@')).join(' ');
        const text = `${around} ${one}`.trim().replaceAll(/\s+/g, ' ');
        found.push({ file, text, classes: classesOf(text) });
      }
      open.push(head);
      written = '';
    } else if (sign === '}') {
      open.pop();
      written = '';
    } else written = sign === ';' ? '' : written + sign;
  }
  return found;
}

/**
 * A hyphen shows where a class belongs (`checkout-pay`), and so does the name of a folder (`.quiz` in features/quiz).
 */
const isScoped = (name: string, file: string) => name.includes('-') || file.split('/').includes(name);

/** Elements and attributes of a feature have a hyphen too: `help-button`, `[data-pause]`. */
const namesElement = (selector: string) =>
  /(?<![\w.:-])(?!aria-)[a-z]+-[\w-]+/.test(selector.replaceAll(/'[^']*'|"[^"]*"/g, ''));

const featureOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1];

/** Returns a sentence for each selector without an owner, and for each class that two features define. */
export function findLoose(all: readonly Source[]): string[] {
  const selectors = all.flatMap(selectorsOf);
  const shared = new Set(selectors.filter(({ file }) => !featureOf(file)).map(({ classes }) => classes[0]));
  const owners = new Map<string, Set<string>>();
  const loose: string[] = [];
  for (const { file, text, classes } of selectors) {
    const feature = featureOf(file);
    if (!feature) continue;
    const scoped = classes.filter((name) => isScoped(name, file));
    if (scoped.length === 0 && !namesElement(text))
      loose.push(`${file}: “${text}” names no class of the feature: give it its prefix`);
    const ownClass = scoped.find((name) => !shared.has(name));
    if (ownClass !== undefined) owners.set(ownClass, (owners.get(ownClass) ?? new Set()).add(feature));
  }
  for (const [name, features] of owners)
    if (features.size > 1)
      loose.push(
        `.${name} is a class of ${[...features].map((one) => path.posix.join('src/features', one)).join(' and ')}`,
      );
  return loose;
}

/** Returns a sentence for each rule that asks for figures of equal width from the headings' font, which has none. */
export const findMovingFigures = (all: readonly Source[]): string[] =>
  all.flatMap(({ file, text }) =>
    Array.from(text.matchAll(/([^{}]+)\{([^{}]*)\}/g)).flatMap(([, head = '', body = '']) =>
      body.includes('--font-display') && body.includes('tabular-nums')
        ? [`${file}: “${head.trim()}” needs --font-text, because the headings’ font has no tabular figures`]
        : [],
    ),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const styles = sources(['src'], /\.css$/);
  report('styles', [...findLoose(styles), ...findMovingFigures(styles)]);
}
