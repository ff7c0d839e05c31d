import { languages, type LanguageId, otherLanguages } from '#config/languages.ts';

type Route =
  | { kind: 'page'; path: string }
  /** Code, styles, fonts and pictures, which contain no content. */
  | { kind: 'asset' }
  | { kind: 'refused' };

/**
 * The addresses of files that pages load. The development server also serves other files of its folder, such as
 * secrets, so nothing else passes.
 */
const assets = [
  /^\/@vite\//,
  /^\/@react-refresh$/,
  // These modules have no file. After another prefix, the server would take the path of any file.
  /^\/@id\/(__x00__|astro:|virtual:|astro-)/,
  /^\/src\/./,
  // These are packages. Other folders whose names begin with a dot are caches, and the cache of a build also contains
  // content.
  /^\/(studio\/)?node_modules\/(?!\.)./,
  /^\/node_modules\/\.(vite|cache\/preview-(zh-)?\d*)\/deps\//,
  /^\/supabase\/functions\/_shared\/contract\//,
  /^\/studio\/presentation\//,
  /^\/_astro\//,
  /^\/(favicon\.ico|apple-touch-icon\.png|manifest\.webmanifest)$/,
];

/** Returns the language of a page, which the first part of its address names. */
export const languageOfPage = (path: string): LanguageId =>
  otherLanguages.find((id) => `${path}/`.startsWith(`${languages[id].prefix}/`)) ?? 'en';

/** What may be below `/_`: pictures, fonts, and what the preview's own script requests. */
const built = [/^\/_astro\//, /^\/__preview\/(sources|changes)$/];

export function routeOf(address: string): Route {
  // Browsers send no fragment. If another program sends one, the server would cut it off, or take it for a part of the
  // path.
  if (address.includes('#')) return { kind: 'refused' };
  const raw = address.split('?')[0] ?? '';
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return { kind: 'refused' };
  }
  const parts = path.split('/');
  const climbs = parts.some((part) => part === '..' || part === '.') || /[\\\0%]/.test(path);
  if (!path.startsWith('/') || path.startsWith('//') || climbs) return { kind: 'refused' };
  // The server has its own tools. `/_image` fetches any address, and `/__open-in-editor` starts a program.
  if (path.startsWith('/_') && !built.some((form) => form.test(path))) return { kind: 'refused' };
  const hidden = parts.some((part, index) => part.startsWith('.') && parts[index - 1] !== 'node_modules');
  if (hidden) return { kind: 'refused' };
  if (assets.some((form) => form.test(path))) return { kind: 'asset' };
  // Pages have no file extension. For an address with another extension, the server would answer with a file of its
  // folder.
  if (path.startsWith('/@') || /\.(?!json$|jpg$|png$)\w+$/.test(path)) return { kind: 'refused' };
  if (/^\/((local|node_modules|preview|scripts|supabase|studio|tests|docs|public)\/|[^/]*\.json$)/.test(path))
    return { kind: 'refused' };
  return { kind: 'page', path: path === '/' ? path : path.replace(/\/+$/, '') };
}
