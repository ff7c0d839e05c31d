import type { Rolldown } from 'vite';
import type { Users } from '../config/bundles.ts';
import { bundleOf, isSpecial, usersOf } from './bundle-check.ts';

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;
type Kind = 'script' | 'late' | 'island';
/**
 * For a module: how many entries of each kind use it, their topics, whether a page starts with it, and whether a
 * shared link's page uses it.
 */
type Reach = Record<Kind, number> & { topics: Set<string | null>; atStart: boolean; byLink: boolean };

/** What Astro puts into the id of a page's script. */
const PAGE_SCRIPT = 'astro&type=script';
/** A page script whose source, with its imports, is larger than this (in bytes) is not shared by all pages. */
const PAGE_SOURCE = 14_000;
/**
 * Modules that two topics share get no file of their own below this size of source, in bytes, because the request
 * would take longer than the file.
 */
const PAIR_SOURCE = 8_000;
/** Modules of these kinds (config/bundles.ts) have the file of that name. */
const ownFiles = [
  'overlays',
  'people',
  'island',
  'form',
  'checkedForm',
  'drawnForm',
  'card',
  'bind',
  'campDay',
] as const;
/** Joins the names of two features in the name of their shared file. */
export const PAIR = '+';

/**
 * Chooses a file for each module that several entries need; a module of one entry goes into that entry's file.
 * `page`: run by pages from the start. `base`: used by everything that calls the database. `island`: React and what
 * islands share. `parts`: shared by later parts of several islands only. `behind`: shared by screens behind a
 * sign-in only. `people`: a form about people, which a checkout does not wait for while it opens. `known`: shared by
 * accounts, passes and paid orders with the sign-in. `bought`: shared by these without the sign-in. `owned`: shared
 * by these, waitlists and confirmations at their start. `overlays`: code of overlays. `form`: the store of a form.
 * `checkedForm`: its checks by a schema. `drawnForm`: what draws it. `card`: what a camp's card shows. `bind`: how it
 * is updated. `campDay`: hours and transport. Each topic has two files, one for its start and one for its later parts.
 * Modules that two topics share without React have a file of their own, or go to `pairs` if they are small.
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
    const kind = kindOf(root, modules, graph);
    for (const id of modules) {
      const count = users.get(id) ?? {
        script: 0,
        late: 0,
        island: 0,
        topics: new Set<string | null>(),
        atStart: false,
        byLink: false,
      };
      const sharesTheirs = isGuest(root) && count.topics.size > 0;
      count[sharesTheirs ? 'island' : kind]++;
      if (!sharesTheirs) count.topics.add(topicOf(root));
      count.atStart ||= entries.has(root);
      count.byLink ||= isSpecial('sharedRoster', root);
      users.set(id, count);
    }
  }
  const names = new Map<string, string>();
  const shared = (id: string, { late, topics, atStart }: Reach) => {
    if (onlyFor(topics, ['known', 'members']) && !hasReact(reached(id, graph)))
      return topics.has('auth') ? 'known' : 'bought';
    if (late > 0) return 'base';
    if (!atStart) return 'parts';
    return onlyFor(topics, ['waiting', 'known', 'members']) ? 'owned' : 'island';
  };
  const pairs = new Map<string, { ids: string[]; source: number; late: number }>();
  for (const [id, user] of users) {
    const { script, late, island, topics } = user;
    if (roots.has(id) || script + late + island < 2) continue;
    const ofOwn = ownFiles.find((file) => isSpecial(file, id));
    const topic = topicOf(id);
    const ofTopic = topic && (user.atStart ? topic : `${topic}-parts`);
    const file = fileOf(topics, late > 0);
    const ofFile = file === 'staff' && user.byLink ? 'shared' : file;
    const ofPage = script > 0 && ofOwn !== 'bind';
    const name = ofPage ? 'page' : (ofOwn ?? ofTopic ?? ofFile ?? shared(id, user));
    names.set(id, name);
    if (!name.includes(PAIR)) continue;
    const pair = pairs.get(name) ?? { ids: [], source: 0, late: 0 };
    pair.ids.push(id);
    pair.source += info(id)?.code?.length ?? 0;
    pair.late += late;
    pairs.set(name, pair);
  }
  for (const { ids, source, late } of pairs.values())
    if (source < PAIR_SOURCE) for (const id of ids) names.set(id, late > 0 ? 'pairs' : 'island');
  return names;
}

/**
 * `camp` for one topic, `camp+passes` for two, `behind` for topics behind a sign-in; null if more share the module, or
 * if a page's own script uses it.
 */
function fileOf(topics: ReadonlySet<string | null>, withoutReact: boolean): string | null {
  if (topics.size > 1 && onlyFor(topics, ['members'])) return 'behind';
  if (topics.has(null) || topics.size > (withoutReact ? 2 : 1)) return null;
  return [...topics].toSorted().join(PAIR);
}

/** The topic of a module is the file of its feature (config/bundles.ts); null outside the features. */
const topicOf = (id: string): string | null => (/\.tsx?$/.test(id) ? (bundleOf(id)?.file ?? null) : null);

/** Whether nobody else loads these topics. */
const onlyFor = (topics: ReadonlySet<string | null>, users: readonly Users[]): boolean =>
  [...topics].every((topic) => topic !== null && usersOf(topic).every((one) => users.includes(one)));

function kindOf(root: string, modules: ReadonlySet<string>, graph: Graph): Kind {
  if (hasReact(modules)) return 'island';
  if (isSpecial('watcher', root)) return 'script';
  if (!root.includes(PAGE_SCRIPT)) return 'late';
  const source = [...modules].reduce((sum, id) => sum + (graph.getModuleInfo(id)?.code?.length ?? 0), 0);
  return root.includes('/layouts/') || source < PAGE_SOURCE ? 'script' : 'late';
}

const hasReact = (modules: ReadonlySet<string>) =>
  [...modules].some((id) => id.includes('/node_modules/react/'));

function reached(root: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(root)) return seen;
  seen.add(root);
  for (const id of graph.getModuleInfo(root)?.importedIds ?? []) reached(id, graph, seen);
  return seen;
}
