/** What an address of the preview is. */
type Place =
  /** A page, or data of a page. */
  | { kind: 'page'; path: string }
  /** Code, styles, fonts and pictures, which contain no content. */
  | { kind: 'asset' }
  | { kind: 'refused' };

/**
 * The site's development server also serves files of its folder, such as the secrets of the local stack. Only what
 * pages load passes.
 */
const assets = [
  /^\/@vite\//,
  /^\/@react-refresh$/,
  // Modules without a file; after this prefix the server would also take the path of any file.
  /^\/@id\/(__x00__|astro:|virtual:|astro-)/,
  /^\/(src|node_modules)\/./,
  /^\/supabase\/functions\/_shared\/contract\//,
  /^\/studio\/presentation\//,
  /^\/_astro\//,
  /^\/_image$/,
  /^\/(favicon\.ico|apple-touch-icon\.png|manifest\.webmanifest)$/,
];

export function placeOf(address: string): Place {
  const raw = address.split(/[?#]/)[0] ?? '';
  let path: string;
  try {
    path = decodeURIComponent(raw);
  } catch {
    return { kind: 'refused' };
  }
  const parts = path.split('/');
  const climbs = parts.some((part) => part === '..' || part === '.') || /[\\\0%]/.test(path);
  if (!path.startsWith('/') || path.startsWith('//') || climbs) return { kind: 'refused' };
  const hidden = parts.some((part, index) => part.startsWith('.') && parts[index - 1] !== 'node_modules');
  if (hidden) return { kind: 'refused' };
  if (assets.some((form) => form.test(path))) return { kind: 'asset' };
  // Pages have no file extension; the server would answer others with files of its folder.
  if (path.startsWith('/@') || /\.(?!json$|jpg$|png$)\w+$/.test(path)) return { kind: 'refused' };
  if (/^\/((local|preview|scripts|supabase|studio|tests|docs|public)\/|[^/]*\.json$)/.test(path))
    return { kind: 'refused' };
  return { kind: 'page', path: path === '/' ? path : path.replace(/\/+$/, '') };
}
