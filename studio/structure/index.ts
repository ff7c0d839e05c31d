import type { StructureResolver } from 'sanity/structure';
import { settingsId } from '../schemaTypes/singletons/site-settings.ts';

/** The desk by job: what is sold, who teaches whom, and what stands on every page. */
export const structure: StructureResolver = (S) =>
  S.list()
    .id('desk')
    .title('Content')
    .items([
      S.listItem()
        .id('passes')
        .title('Passes')
        .icon(() => '🎟️')
        .child(
          S.documentTypeList('pass')
            .id('passes')
            .title('Passes')
            .defaultOrdering([{ field: 'order', direction: 'asc' }]),
        ),
      S.listItem()
        .id('teams')
        .title('Teams')
        .icon(() => '🛹')
        .child(
          S.documentTypeList('team')
            .id('teams')
            .title('Teams')
            .defaultOrdering([{ field: 'order', direction: 'asc' }]),
        ),
      S.listItem()
        .id('legal')
        .title('Legal')
        .icon(() => '⚖️')
        .child(S.documentTypeList('legalPage').id('legal').title('Legal')),
      S.divider(),
      S.listItem()
        .id('settings')
        .title('Settings')
        .icon(() => '⚙️')
        .child(
          S.document().id('settings').schemaType('siteSettings').documentId(settingsId).title('Settings'),
        ),
    ]);
