import { useState } from 'react';
import { definePlugin, type DocumentActionComponent } from 'sanity';
import { places } from '../presentation/places.ts';
import { SharePreview } from './SharePreview.tsx';

/** The pages on which a document is read; a legal page names its own. */
function pagesOf(type: string, document: Record<string, unknown> | null) {
  const { page, title } = document ?? {};
  if (type === 'legalPage' && typeof page === 'string')
    return [{ title: typeof title === 'string' ? title : 'This page', path: `/${page}` }];
  return (places[type] ?? []).flatMap(({ title, href }) => (href ? [{ title, path: href }] : []));
}

const share = (previewUrl: string) => {
  const useAction: DocumentActionComponent = ({ type, draft, published }) => {
    const [open, setOpen] = useState(false);
    const pages = pagesOf(type, draft ?? published);
    if (pages.length === 0) return null;
    return {
      label: 'Share a preview',
      icon: () => '🔗',
      onHandle: () => setOpen(true),
      dialog: open && {
        type: 'dialog',
        header: 'Share a preview',
        onClose: () => setOpen(false),
        content: <SharePreview previewUrl={previewUrl} pages={pages} />,
      },
    };
  };
  return useAction;
};

/** “Share a preview”: a link to a page with its drafts, for a colleague without an account. */
export const sharing = (previewUrl: string) =>
  definePlugin({
    name: 'sharing',
    document: { actions: (actions) => [...actions, share(previewUrl)] },
  })();
