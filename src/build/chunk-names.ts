import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo'>;
type Kind = 'script' | 'late' | 'island';
/**
 * For a module: how many entries of each kind use it, their topics, whether a page starts with it, and whether a
 * shared link's page uses it.
 */
type Users = Record<Kind, number> & { topics: Set<string | null>; atStart: boolean; byLink: boolean };

/** The bundler's runtime, which would otherwise be a file of its own. */
export const RUNTIME = '\0rolldown/runtime.js';
/** A page script whose source, with its imports, is larger than this (in bytes) is not shared by all pages. */
const PAGE_SOURCE = 14_000;
/**
 * Modules that two topics share get no file of their own below this size of source, in bytes, because the request
 * would take longer than the file.
 */
const PAIR_SOURCE = 8_000;
/** Fields and notices of a form about people, without its rules, which are loaded before it. */
const PEOPLE = /\/ui\/people\/([A-Z]\w+\.tsx|phone-country\.ts)$/;
/** Topics of known users. Modules that only these share are not loaded by a guest who buys. */
const KNOWN: ReadonlySet<string | null> = new Set(['after', 'auth', 'family', 'passes', 'staff']);
/** Topics entirely behind a sign-in. No public page loads a module that only these share, with or without React. */
const BEHIND: ReadonlySet<string | null> = new Set(['family', 'staff']);
/**
 * Topics of users who have bought, wait or are signed in. A buyer does not load a module that only these share at
 * their start.
 */
const OWNED: ReadonlySet<string | null> = new Set([...KNOWN, 'confirmation', 'waitlist']);
/** Every page loads it after its own scripts, so the modules that it shares go to `page`, which makes it one file. */
const WATCHER = '/features/watch/watch.ts';
/**
 * Used by few visitors or late: the assistant with its button, a sign-out, a calendar file. Modules that they share
 * stay in the file of their other users.
 */
const GUEST =
  /\/features\/chat\/(assistant\/|show-launcher\.ts$)|\/api\/sign-out\.ts$|\/browser\/calendar-file\.ts$/;
/** Code of overlays that open later over a page; no checkout needs it while it opens. */
const OVERLAYS = /\/browser\/(fragment|keep-clear)\.ts$/;
/** A page for strangers with a link, so it must not load the other staff screens. */
const SHARED_ROSTER = '/features/staff/shared-roster/';
/** Joins the names of two features in the name of their shared file. */
export const PAIR = '+';

/**
 * Chooses a file for each module that several entries need; a module of one entry goes into that entry's file. `page`:
 * run by pages from the start. `base`: used by everything that calls the database. `island`: React and what islands
 * share. `parts`: shared by later parts of several islands only. `behind`: shared by screens behind a sign-in only.
 * `people`: a form about people, which a checkout does not wait for while it opens. `known`: shared by accounts,
 * passes and paid orders with the sign-in. `bought`: shared by these without the sign-in. `owned`: shared by these,
 * waitlists and confirmations at their start. `overlays`: code of overlays. Each topic has two files, one for its
 * start and one for its later parts. Modules that two topics share without React have a file of their own, or go to
 * `pairs` if they are small.
 */
export function chunkNames(graph: Graph): Map<string, string> {
  const info = (id: string) => graph.getModuleInfo(id);
  const users = new Map<string, Users>();
  const ids = [...graph.getModuleIds()];
  const entries = new Set(ids.filter((id) => info(id)?.isEntry));
  const roots = new Set([...entries, ...ids.flatMap((id) => info(id)?.dynamicallyImportedIds ?? [])]);
  const isGuest = (root: string) => GUEST.test(root);
  for (const root of [...roots].toSorted((a, b) => Number(isGuest(a)) - Number(isGuest(b)))) {
    const modules = reached(root, graph);
    const kind = kindOf(root, modules, graph);
    for (const id of modules) {
      const count = users.get(id) ?? {
        ...{ script: 0, late: 0, island: 0, topics: new Set<string | null>() },
        ...{ atStart: false, byLink: false },
      };
      const sharesTheirs = isGuest(root) && count.topics.size > 0;
      count[sharesTheirs ? 'island' : kind]++;
      if (!sharesTheirs) count.topics.add(topicOf(root));
      count.atStart ||= entries.has(root);
      count.byLink ||= root.includes(SHARED_ROSTER);
      users.set(id, count);
    }
  }
  const names = new Map([[RUNTIME, 'base']]);
  const shared = (id: string, { late, topics, atStart }: Users) => {
    if ([...topics].every((topic) => KNOWN.has(topic)) && !hasReact(reached(id, graph)))
      return topics.has('auth') ? 'known' : 'bought';
    if (late > 0) return 'base';
    if (!atStart) return 'parts';
    return [...topics].every((topic) => OWNED.has(topic)) ? 'owned' : 'island';
  };
  const pairs = new Map<string, { ids: string[]; source: number; late: number }>();
  for (const [id, user] of users) {
    const { script, late, island, topics } = user;
    if (roots.has(id) || script + late + island < 2) continue;
    const ofForm = PEOPLE.test(id) ? 'people' : null;
    const topic = topicOf(id);
    const ofTopic = topic && (user.atStart ? topic : `${topic}-parts`);
    const file = fileOf(topics, late > 0);
    const ofFile = file === 'staff' && user.byLink ? 'shared' : file;
    const ofOverlays = OVERLAYS.test(id) ? 'overlays' : null;
    const name = script > 0 ? 'page' : (ofOverlays ?? ofForm ?? ofTopic ?? ofFile ?? shared(id, user));
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
  if (topics.size > 1 && [...topics].every((topic) => BEHIND.has(topic))) return 'behind';
  if (topics.has(null) || topics.size > (withoutReact ? 2 : 1)) return null;
  return [...topics].toSorted().join(PAIR);
}

/** The topic of a feature is the first word of its name, e.g. `camp` for `camp-choice` and `camp-list`. */
const topicOf = (id: string): string | null => /\/features\/([^/-]+)[^/]*\/.+\.tsx?$/.exec(id)?.[1] ?? null;

function kindOf(root: string, modules: ReadonlySet<string>, graph: Graph): Kind {
  if (hasReact(modules)) return 'island';
  if (root.endsWith(WATCHER)) return 'script';
  if (!root.includes('astro&type=script')) return 'late';
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
