import type { DefaultDocumentNodeResolver, StructureBuilder } from 'sanity/structure';
import { PublicationView } from '../publication/PublicationView.tsx';
import { WhereUsed } from '../usage/WhereUsed.tsx';

export const viewsOf = (S: StructureBuilder) => [
  S.view.form().title('Edit'),
  S.view.component(WhereUsed).id('where-used').title('Where used'),
  S.view.component(PublicationView).id('publication').title('Publication'),
];

export const documentNode: DefaultDocumentNodeResolver = (S) => S.document().views(viewsOf(S));
