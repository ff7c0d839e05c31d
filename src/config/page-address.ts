/** The form of an address of a page made of blocks. The file of the page has the same name. */
export const pageAddressForm = /^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*){1,2}$/;

/** The build or the host fills these folders, so a page there would be lost or would replace a file of the site. */
const folders = [
  ...['/fragments', '/icons', '/og', '/family-base', '/sales', '/camps', '/birthdays'],
  ...['/checkout', '/admin', '/management', '/zh', '/assets', '/images', '/fonts', '/api', '/functions'],
];

/** A host treats these last parts of an address as its own files: `/index` is the home page. */
const fileNames = ['index', '404', '500'];

export function siteFolderOf(path: string): string | null {
  const folder = folders.find((start) => path === start || path.startsWith(`${start}/`));
  const last = path.split('/').at(-1) ?? '';
  return folder ?? (fileNames.includes(last) ? path : null);
}
