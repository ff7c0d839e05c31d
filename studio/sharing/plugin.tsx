import { useState } from 'react';
import { definePlugin, type DocumentActionComponent } from 'sanity';
import { pageList } from '../../src/config/pages.ts';
import { servedAddress } from '../schemaTypes/pages/routes.ts';
import { laterStart } from './moment.ts';
import { SharePreview } from './SharePreview.tsx';

function pagesOf(type: string, document: Record<string, unknown> | null) {
  const { title, page, address } = document ?? {};
  const ownAddress =
    type === 'legalPage' ? `/${String(page)}` : type === 'page' ? servedAddress(String(address)) : null;
  if (ownAddress !== null)
    return [{ title: typeof title === 'string' ? title : 'This page', path: ownAddress }];
  return pageList.filter(({ source }) => source === type);
}

const share = (previewUrl: string) => {
  const useAction: DocumentActionComponent = ({ type, draft, published }) => {
    const [open, setOpen] = useState(false);
    const document = draft ?? published;
    const pages = pagesOf(type, document);
    if (pages.length === 0) return null;
    return {
      label: 'Share a preview',
      icon: () => '🔗',
      onHandle: () => setOpen(true),
      dialog: open && {
        type: 'dialog',
        header: 'Share a preview',
        onClose: () => setOpen(false),
        content: <SharePreview previewUrl={previewUrl} pages={pages} start={laterStart(document)} />,
      },
    };
  };
  return useAction;
};

/** Adds “Share a preview”, which makes a link to a page with its drafts for a colleague without a Studio account. */
export const sharing = (previewUrl: string) =>
  definePlugin({
    name: 'sharing',
    document: { actions: (actions) => [...actions, share(previewUrl)] },
  })();
