import { brand } from '#config/brand.ts';
import { paths } from '#config/paths.ts';
import { buildManifest } from './_manifest.ts';

/**
 * The manifest of the staff screens, which can be installed as an app. The app opens the roster, which also starts
 * without a network.
 */
export const GET = buildManifest({
  id: paths.roster,
  name: `${brand.name} Staff`,
  start_url: paths.roster,
  display: 'standalone',
});
