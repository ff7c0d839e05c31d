/** The address of a page from blocks; what is stored there is a file of the same name. */
export const pageAddressForm = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,2}$/;

/** Folders that the build or the host fills: a page there would be lost, or would write over the site's own file. */
const folders = [
  ...['/fragments', '/icons', '/og', '/family-base', '/sales', '/camps', '/birthdays'],
  ...['/checkout', '/admin', '/management', '/zh', '/assets', '/images', '/fonts', '/api', '/functions'],
];

/** The last parts of an address that a host takes for a file of its own: `/index` is the home page. */
const fileNames = ['index', '404', '500'];

export function siteFolderOf(path: string): string | null {
  const folder = folders.find((start) => path === start || path.startsWith(`${start}/`));
  const last = path.split('/').at(-1) ?? '';
  return folder ?? (fileNames.includes(last) ? path : null);
}
