import { definePlugin, type DocumentActionComponent } from 'sanity';
import { singletons } from './singletons.ts';

/**
/**
 * Types with a fixed number of documents, so that none can be added, copied, unpublished or deleted: another of them
 * would lead nowhere. Teams, tiers and stages of the journey are also code (docs/how-to/camp-tier.md), no page lists
 * holiday packages, and the moments of popups, the addresses of legal pages and the screens with words are decided in
 * the site.
 */
const fixedTypes = new Set([
  ...singletons.map(({ type }) => type),
  ...['team', 'campTier', 'level', 'holidayPackage', 'legalPage', 'popup', 'wording', 'translation'],
]);
const allowed = new Set<DocumentActionComponent['action']>(['publish', 'discardChanges', 'restore']);

export const keepFixedDocuments = definePlugin({
  name: 'fixed-documents',
  schema: { templates: (templates) => templates.filter(({ schemaType }) => !fixedTypes.has(schemaType)) },
  document: {
    newDocumentOptions: (options) => options.filter(({ templateId }) => !fixedTypes.has(templateId)),
    actions: (actions, { schemaType }) =>
      fixedTypes.has(schemaType) ? actions.filter(({ action }) => allowed.has(action)) : actions,
  },
});
