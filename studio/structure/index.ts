import type { StructureBuilder, StructureResolver } from 'sanity/structure';
import { brand } from '../../src/config/brand.ts';
import { faqTopics } from './faqs.ts';
import { ReviewList } from '../review/ReviewList.tsx';
import { assistant, pages, settings, type Singleton } from './singletons.ts';
import { viewsOf } from './views.ts';

/** The navigation of Studio by task rather than by how content is stored. */
export const structure: StructureResolver = (S) =>
  S.list()
    .id('desk')
    .title('Content')
    .items([
      group(S, 'camps', 'Camps and prices', '🏕️', [
        listOf(S, 'campTier', 'Camp tiers', '🏕️'),
        listOf(S, 'holidayPackage', 'Holiday package', '🎒'),
        listOf(S, 'birthdayPackage', 'Birthday packages', '🎂'),
        listOf(S, 'level', 'Stages of the journey', '📈'),
        listOf(S, 'mission', 'Missions', '🗺️'),
      ]),
      listOf(S, 'pass', 'Passes', '🎟️', 'passes'),
      group(S, 'pages', 'Pages', '📄', [
        ...pages.map((page) => singleton(S, page)),
        S.divider(),
        listOf(S, 'form', 'Forms', '📝'),
      ]),
      faqTopics(S),
      group(S, 'people', 'People and places', '🧑‍🏫', [
        listOf(S, 'team', 'Teams', '🛹', 'teams'),
        listOf(S, 'coach', 'Coaches', '🧢'),
        listOf(S, 'testimonial', 'Testimonials', '💬'),
        listOf(S, 'base', 'Bases', '📍'),
        listOf(S, 'mediaLogo', 'Media logos', '📰'),
      ]),
      group(S, 'assistant', `Ask the ${brand.product}`, '🦦', [
        singleton(S, assistant),
        listOf(S, 'writtenAnswer', 'Written answers', '✍️', 'answers'),
      ]),
      listOf(S, 'popup', 'Popups', '🪧', 'popups'),
      listOf(S, 'legalPage', 'Legal', '⚖️', 'legal'),
      S.divider(),
      S.listItem()
        .id('review')
        .title('Waiting for review')
        .icon(() => '👀')
        .child(S.component(ReviewList).id('review').title('Waiting for review')),
      group(S, 'settings', 'Settings', '⚙️', [
        ...settings.map((one) => singleton(S, one)),
        listOf(S, 'redirect', 'Redirects', '↪️'),
      ]),
    ]);

/** Types without an order field; sorting by a missing field fails. */
const withoutOrder = new Set(['form', 'legalPage', 'popup', 'redirect', 'writtenAnswer']);

type Item = ReturnType<StructureBuilder['listItem'] | StructureBuilder['divider']>;

function group(S: StructureBuilder, id: string, title: string, icon: string, items: Item[]) {
  return S.listItem()
    .id(id)
    .title(title)
    .icon(() => icon)
    .child(S.list().id(id).title(title).items(items));
}

/** Documents in the order in which the site shows them, if the type has one. */
function listOf(S: StructureBuilder, type: string, title: string, icon: string, id = type) {
  const list = S.documentTypeList(type).id(id).title(title);
  return S.listItem()
    .id(id)
    .title(title)
    .icon(() => icon)
    .schemaType(type)
    .child(withoutOrder.has(type) ? list : list.defaultOrdering([{ field: 'order', direction: 'asc' }]));
}

function singleton(S: StructureBuilder, { type, title, icon }: Singleton) {
  return S.listItem()
    .id(type)
    .title(title)
    .icon(() => icon)
    .child(S.document().id(type).schemaType(type).documentId(type).title(title).views(viewsOf(S)));
}
