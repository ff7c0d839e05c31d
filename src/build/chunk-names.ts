import type { Rolldown } from 'vite';
import type { Users } from '../config/bundles.ts';
import { findBundle, isSpecial, usersOf } from './bundle-check.ts';

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;
type Kind = 'script' | 'lazy' | 'island';
/** The number of entries of each kind that use a module, and their topics. */
type Reach = Record<Kind, number> & {
  topics: Set<string | null>;
  atStart: boolean;
  byLink: boolean;
  beyondPages: boolean;
};

/** The text that Astro puts into the id of a page's script. */
const PAGE_SCRIPT = 'astro&type=script';
/** The largest source, in bytes, of a page script that all pages share, including its imports. */
const PAGE_SOURCE = 14_000;
/**
 * The smallest source of a shared file, in bytes. Requesting a smaller one would take longer than
 * loading its code twice.
 */
const PAIR_SOURCE = 8_000;
/**
 * The smallest source, in bytes, of a module in the file `pairs`. A smaller one becomes part of
 * each page that needs it at its start.
 */
const TINY_SOURCE = 500;
const ownFiles = [
  'overlays',
  'people',
  'phone',
  'countries',
  'island',
  'form',
  'card',
  'bind',
  'summary',
  'choices',
] as const;
/**
 * The name of the file with code that only scripts of single pages share. Each page's own script later contains the
 * part that it needs.
 */
export const SECTIONS = 'sections';
export const PAIR = '+';

/**
 * Chooses a file for each module that several entries need. If only one entry needs a module, it goes into that
 * entry's file. Each topic (feature) has two files, one for its start and one (`-lazy`) for what it imports later.
 * Modules that two topics share without React have a file of their own. More topics share these files:
 *
 * - `page`: code that pages run from the start. `sections`: the part of it that no layout and no island uses.
 * - `base`: code of everything that calls the database.
 * - `island`: React, and what islands share. `lazy`: what only later imports of several islands share.
 * - `signIn`: what accounts, passes and paid orders share with the sign-in.
 * - `afterOrder`: shared by accounts, passes, paid orders, waitlists and confirmations.
 * - `signedIn`: the start of the family screens, with what only screens behind a sign-in share.
 * - `people`: what draws a form, and a form about people. `phone`: how a number is read.
 * - `countries`: the countries of a number in a form without React.
 * - `form`: the store of a form, and its checks by a schema.
 * - `card`: what a camp's card shows. `bind`: how it is updated.
 * - `summary`: what a summary of an order and the screens after it say.
 * - `choices`: what this browser has chosen.
 * - `overlays`: code of overlays. `pairs`: small modules that two topics share.
 */
export function chunkNames(graph: Graph): Map<string, string> {
  const info = (id: string) => graph.getModuleInfo(id);
  const users = new Map<string, Reach>();
  const ids = [...graph.getModuleIds()];
  const entries = new Set(ids.filter((id) => info(id)?.isEntry));
  const roots = new Set([...entries, ...ids.flatMap((id) => info(id)?.dynamicallyImportedIds ?? [])]);
  if (![...entries].some((id) => id.includes(PAGE_SCRIPT)))
    throw new Error(`expected page scripts of Astro with ${PAGE_SCRIPT} in their ids, but there is none`);
  const isGuest = (root: string) => isSpecial('guest', root);
  for (const root of [...roots].toSorted((a, b) => Number(isGuest(a)) - Number(isGuest(b)))) {
    const modules = reached(root, graph);
    const kind = findKind(root, modules, graph);
    for (const id of modules) {
      const count = users.get(id) ?? {
        script: 0,
        lazy: 0,
        island: 0,
        topics: new Set<string | null>(),
        atStart: false,
        byLink: false,
        beyondPages: false,
      };
      const sharesTheirs = isGuest(root) && count.topics.size > 0;
      count[sharesTheirs ? 'island' : kind]++;
      if (!sharesTheirs) count.topics.add(findTopic(root));
      count.atStart ||= entries.has(root);
      count.byLink ||= isSpecial('sharedRoster', root);
      count.beyondPages ||= !root.includes(PAGE_SCRIPT) || root.includes('/layouts/');
      users.set(id, count);
    }
  }
  const names = new Map<string, string>();
  const shared = (id: string, { lazy, topics, atStart }: Reach) => {
    if (onlyFor(topics, ['customers', 'members']) && !hasReact(reached(id, graph)))
      return topics.has('auth') ? 'signIn' : 'afterOrder';
    if (lazy > 0) return 'base';
    if (!atStart) return 'lazy';
    return onlyFor(topics, ['waiting', 'customers', 'members']) ? 'afterOrder' : 'island';
  };
  const pairs = new Map<string, { ids: string[]; source: number; lazy: number }>();
  for (const [id, user] of users) {
    const { script, lazy, island, topics } = user;
    if (roots.has(id) || script + lazy + island < 2) continue;
    const ofOwn = ownFiles.find((file) => isSpecial(file, id));
    const topic = findTopic(id);
    const ofTopic = topic && (user.atStart ? topic : `${topic}-lazy`);
    const file = findFile(topics, lazy > 0);
    const ofFile = file === 'staff' && user.byLink ? 'shared' : file;
    const ofPage = script > 0 && ofOwn !== 'bind' && (user.beyondPages ? 'page' : SECTIONS);
    const name = ofPage || (ofOwn ?? ofTopic ?? ofFile ?? shared(id, user));
    names.set(id, name);
    if (!name.includes(PAIR)) continue;
    const pair = pairs.get(name) ?? { ids: [], source: 0, lazy: 0 };
    pair.ids.push(id);
    pair.source += info(id)?.code?.length ?? 0;
    pair.lazy += lazy;
    pairs.set(name, pair);
  }
  for (const { ids, source, lazy } of pairs.values())
    if (source < PAIR_SOURCE)
      for (const id of ids) {
        const isTiny = users.get(id)?.atStart && (info(id)?.code?.length ?? 0) < TINY_SOURCE;
        names.set(id, lazy === 0 ? 'island' : isTiny ? 'base' : 'pairs');
      }
  return names;
}

/**
 * Returns `camp` for one topic, `camp+passes` for two, and `signedIn` for topics behind a sign-in. Returns null if a
 * page's own script uses the module.
 */
function findFile(topics: ReadonlySet<string | null>, withoutReact: boolean): string | null {
  if (topics.size > 1 && onlyFor(topics, ['members'])) return 'signedIn';
  if (topics.has(null) || topics.size > (withoutReact ? 2 : 1)) return null;
  return [...topics].toSorted().join(PAIR);
}

const findTopic = (id: string): string | null => (/\.tsx?$/.test(id) ? (findBundle(id)?.file ?? null) : null);

/** Returns whether only these users load the topics. */
const onlyFor = (topics: ReadonlySet<string | null>, users: readonly Users[]): boolean =>
  [...topics].every((topic) => topic !== null && usersOf(topic).every((user) => users.includes(user)));

function findKind(root: string, modules: ReadonlySet<string>, graph: Graph): Kind {
  if (hasReact(modules)) return 'island';
  if (isSpecial('afterPage', root)) return 'script';
  if (!root.includes(PAGE_SCRIPT)) return 'lazy';
  const source = [...modules].reduce((sum, id) => sum + (graph.getModuleInfo(id)?.code?.length ?? 0), 0);
  return root.includes('/layouts/') || source < PAGE_SOURCE ? 'script' : 'lazy';
}

const hasReact = (modules: ReadonlySet<string>) =>
  [...modules].some((id) => id.includes('/node_modules/react/'));

function reached(root: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(root)) return found;
  found.add(root);
  for (const id of graph.getModuleInfo(root)?.importedIds ?? []) reached(id, graph, found);
  return found;
}
