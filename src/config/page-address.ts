/** The form of the address of a page made of blocks. The page's file has the same name. */
export const pageAddressForm = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,2}$/;

/** The folders that the build or the host fills. A page there would be lost, or would replace a file of the site. */
const folders = [
  ...['/fragments', '/icons', '/og', '/family-base', '/sales', '/camps', '/birthdays'],
  ...['/checkout', '/admin', '/management', '/zh', '/assets', '/images', '/fonts', '/api', '/functions'],
];

/** The last parts of an address that a host treats as its own files. For example, `/index` is the home page. */
const fileNames = ['index', '404', '500'];

export function siteFolderOf(path: string): string | null {
  const folder = folders.find((start) => path === start || path.startsWith(`${start}/`));
  const last = path.split('/').at(-1) ?? '';
  return folder ?? (fileNames.includes(last) ? path : null);
}
