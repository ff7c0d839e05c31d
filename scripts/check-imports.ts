// The doors between the rooms (README "Map"): which folder may import from which.
import path from 'node:path';
import { builtinModules } from 'node:module';
import { pathToFileURL } from 'node:url';
import { lineOf, report, type Source, sources, withoutComments } from './sources.ts';

interface Room {
  name: string;
  /** Start of every path in the room. */
  own: string;
}

/** What a room may import beside itself. `content` from a feature: types only. */
const doors: Record<string, string[]> = {
  pages: ['layouts', 'content', 'features', 'ui', 'api', 'browser', 'domain', 'config', 'assets', 'styles'],
  layouts: ['content', 'features', 'ui', 'api', 'browser', 'domain', 'config', 'assets', 'styles'],
  features: ['ui', 'api', 'browser', 'domain', 'config', 'contract', 'assets', 'content:types'],
  build: ['config', 'contract'],
  content: ['api', 'domain', 'config', 'contract'],
  ui: ['browser', 'domain', 'config', 'assets'],
  api: ['browser', 'domain', 'config', 'contract'],
  browser: ['domain', 'config', 'contract'],
  domain: ['config', 'contract'],
  config: ['contract'],
  contract: [],
  functions: ['contract', 'server'],
  server: ['contract'],
  studio: ['config', 'contract'],
  assets: [],
  styles: [],
};
const contractLibraries = /^valibot$/;

export function roomOf(file: string): Room | null {
  const shared = /^supabase\/functions\/_shared\/([^/]+)\//.exec(file);
  if (shared) return { name: shared[1] === 'contract' ? 'contract' : 'server', own: shared[0] };
  const fn = /^supabase\/functions\/([^/]+)\//.exec(file);
  if (fn) return { name: 'functions', own: fn[0] };
  const feature = /^src\/features\/(?:staff\/)?([^/]+)\//.exec(file);
  if (feature) return { name: 'features', own: feature[0] };
  const room = /^src\/([^/]+)\//.exec(file);
  if (room?.[1]) return { name: room[1], own: room[0] };
  if (file.startsWith('studio/')) return { name: 'studio', own: 'studio/' };
  const other = /^(local|tests|scripts)\//.exec(file);
  return other?.[1] ? { name: other[1], own: other[0] } : null;
}

const statement =
  /(?:^|[\n;}])\s*(import|export)\s+(type\s+)?(?:[^'"`;()]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('#contract/'))
    return specifier.replace('#contract/', 'supabase/functions/_shared/contract/');
  if (!specifier.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(from), specifier);
}

export function findForbidden({ file, text }: Source): string[] {
  const room = roomOf(file);
  const allowed = room && doors[room.name];
  if (!room || !allowed) return [];
  const code = withoutComments(text);
  return [...code.matchAll(statement)].flatMap((match) => {
    const specifier = match[3] ?? match[4] ?? '';
    const target = targetOf(file, specifier);
    const at = `${file}:${lineOf(code, match.index + match[0].length)}`;
    if (target === null) {
      const outside = room.name === 'contract' && !contractLibraries.test(specifier);
      const nodeInSite = file.startsWith('src/') && builtinModules.includes(specifier.replace(/^node:/, ''));
      return outside || (nodeInSite && !['build', 'content'].includes(room.name))
        ? [`${at}: ${room.name} may not import the package "${specifier}"`]
        : [];
    }
    const to = roomOf(target);
    if (to && (target.startsWith(room.own) || allowed.includes(to.name))) return [];
    if (to && match[2] && allowed.includes(`${to.name}:types`)) return [];
    return [`${at}: ${room.name} may not import ${to ? `${to.name} (${target})` : target}`];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  report(
    'doors',
    sources(['src', 'supabase/functions', 'studio'], /\.(ts|tsx|astro|mjs)$/).flatMap(findForbidden),
  );
