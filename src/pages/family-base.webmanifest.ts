import { brand } from '#config/brand.ts';
import { paths } from '#config/paths.ts';
import { buildManifest } from './_manifest.ts';

/** The manifest of the family screens, which can be installed as an app and work offline (public/shell-worker.js). */
export const GET = buildManifest({
  id: paths.familyBase,
  name: `${brand.name} Family Base`,
  start_url: paths.familyBase,
  display: 'standalone',
});
