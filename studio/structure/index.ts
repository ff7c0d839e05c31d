import type { StructureBuilder, StructureResolver, UserComponent } from 'sanity/structure';
import { brand } from '../../src/config/brand.ts';
import { OrderList } from '../ordering/OrderList.tsx';
import { RedirectImport } from '../redirects/RedirectImport.tsx';
import { faqTopics } from './faqs.ts';
import { ReviewList } from '../review/ReviewList.tsx';
import { screens } from '../../src/config/wording.ts';
import { ChineseList } from '../translation/ChineseList.tsx';
import { wordingId } from '../wording/ids.ts';
import { assistant, pages, settings, type Singleton } from './singletons.ts';
import { viewsOf } from './views.ts';

/** The navigation of Studio. It is ordered by task, and not by how content is stored. */
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
        listOf(S, 'page', 'Pages from blocks', '🧱'),
        listOf(S, 'form', 'Forms', '📝'),
      ]),
      group(
        S,
        'words',
        'Screen texts',
        '🗨️',
        screens.map(({ id, title, icon }) =>
          singleton(S, { type: 'wording', id: wordingId(id), title, icon }),
        ),
      ),
      sheet(S, 'chinese', 'Chinese texts', '🀄', ChineseList),
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
      group(S, 'popups', 'Popups', '🪧', [
        listOf(S, 'campaignPopup', 'Campaign popups', '📣', 'campaign-popups'),
        listOf(S, 'popup', 'Popups of the site', '🪧', 'site-popups'),
      ]),
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
        sheet(S, 'redirect-import', 'Add many redirects', '📥', RedirectImport),
        sheet(S, 'order', 'Order of lists', '↕️', OrderList),
      ]),
    ]);

/** The types that have no order field. Sorting by a missing field would fail. */
const withoutOrder = new Set([
  'campaignPopup',
  'form',
  'legalPage',
  'page',
  'popup',
  'redirect',
  'writtenAnswer',
]);

type Item = ReturnType<StructureBuilder['listItem'] | StructureBuilder['divider']>;

function group(S: StructureBuilder, id: string, title: string, icon: string, items: Item[]) {
  return S.listItem()
    .id(id)
    .title(title)
    .icon(() => icon)
    .child(S.list().id(id).title(title).items(items));
}

/** Lists documents. If the type has an order, it is the order in which the site shows them. */
function listOf(S: StructureBuilder, type: string, title: string, icon: string, id = type) {
  const list = S.documentTypeList(type).id(id).title(title);
  return S.listItem()
    .id(id)
    .title(title)
    .icon(() => icon)
    .schemaType(type)
    .child(withoutOrder.has(type) ? list : list.defaultOrdering([{ field: 'order', direction: 'asc' }]));
}

function sheet(S: StructureBuilder, id: string, title: string, icon: string, component: UserComponent) {
  return S.listItem()
    .id(id)
    .title(title)
    .icon(() => icon)
    .child(S.component(component).id(id).title(title));
}

function singleton(S: StructureBuilder, { type, id = type, title, icon }: Singleton & { id?: string }) {
  return S.listItem()
    .id(id)
    .title(title)
    .icon(() => icon)
    .child(S.document().id(id).schemaType(type).documentId(id).title(title).views(viewsOf(S)));
}
