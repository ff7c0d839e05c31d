type Route =
  | { kind: 'page'; path: string }
  /** Code, styles, fonts and pictures, which contain no content. */
  | { kind: 'asset' }
  | { kind: 'refused' };

/** The development server also serves files of its folder, such as secrets. Only what pages load passes. */
const assets = [
  /^\/@vite\//,
  /^\/@react-refresh$/,
  // These modules have no file. The server would take the path of any file after another prefix.
  /^\/@id\/(__x00__|astro:|virtual:|astro-)/,
  /^\/src\/./,
  // These are packages. Other folders whose names begin with a dot are caches, and a build's cache contains content
  // too.
  /^\/(studio\/)?node_modules\/(?!\.)./,
  /^\/node_modules\/\.(vite|cache\/preview-\d*)\/deps\//,
  /^\/supabase\/functions\/_shared\/contract\//,
  /^\/studio\/presentation\//,
  /^\/_astro\//,
  /^\/(favicon\.ico|apple-touch-icon\.png|manifest\.webmanifest)$/,
];

/** What lies below `/_`: the pictures and fonts, and what the preview's own script asks for. */
const built = [/^\/_astro\//, /^\/__preview\/(sources|changes)$/];

export function routeOf(address: string): Route {
  // Browsers send no fragment. The server would cut off what another program sends, or take it for a part of the path.
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
  // The server has tools of its own: `/_image` fetches any address, and `/__open-in-editor` starts a program.
  if (path.startsWith('/_') && !built.some((form) => form.test(path))) return { kind: 'refused' };
  const hidden = parts.some((part, index) => part.startsWith('.') && parts[index - 1] !== 'node_modules');
  if (hidden) return { kind: 'refused' };
  if (assets.some((form) => form.test(path))) return { kind: 'asset' };
  // Pages have no file extension. The server would answer an address with another extension with a file of its
  // folder.
  if (path.startsWith('/@') || /\.(?!json$|jpg$|png$)\w+$/.test(path)) return { kind: 'refused' };
  if (/^\/((local|node_modules|preview|scripts|supabase|studio|tests|docs|public)\/|[^/]*\.json$)/.test(path))
    return { kind: 'refused' };
  return { kind: 'page', path: path === '/' ? path : path.replace(/\/+$/, '') };
}
