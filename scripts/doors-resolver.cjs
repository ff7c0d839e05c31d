// Tells doors.js where an import leads. Imports have file names with their endings, so no search is needed.
const path = require('node:path');
const { imports } = require('../package.json');

exports.interfaceVersion = 2;

const aliases = Object.entries(imports).map(([alias, folder]) => [
  alias.replace('*', ''),
  path.join(__dirname, '..', folder.replace('*', '')),
]);

/** Packages are not part of any folder of ours, so they count as not found. */
exports.resolve = (source, file) => {
  // A script of an `.astro` file is linted as a file below it.
  const folder = path.dirname(file.replace(/(\.astro)[\\/].*$/, '$1'));
  const name = source.replace(/\?.*$/, '');
  const [alias, place] = aliases.find(([start]) => name.startsWith(start)) ?? [];
  if (alias) return { found: true, path: path.join(place, name.slice(alias.length)) };
  return name.startsWith('.') ? { found: true, path: path.resolve(folder, name) } : { found: false };
};
