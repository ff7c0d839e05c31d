import type { StaffPicture } from '#contract/pictures.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatDate, formatMoment, today } from '#domain/dates.ts';
import { offline } from '#domain/offline-messages.ts';

export const listMessages = {
  title: 'Image repository',
  what: ['picture', 'pictures'],
  search: 'Search pictures',
  searchHint: 'Name of the picture',
  shows: 'Who is in it',
  all: 'All',
  filters: {
    unsaid: 'Not answered yet',
    nobody: 'Nobody to recognise',
    children: 'Children',
    deleted: 'Deleted',
  },
  sort: 'Order',
  sorts: { name: 'By name', '-created': 'Newest first' },
  more: 'Show more',
  empty: 'No pictures yet.',
  emptyText: 'Choose pictures, or drop them here. They stay private until somebody says who is in them.',
  none: 'No pictures match.',
} as const;

export const stateMessages: Record<StaffPicture['state'], [word: string, tone: string, meaning: string]> = {
  open: ['May be shared', 'good', 'Everybody in it allows this at the moment.'],
  refused: ['Not to be shown', 'bad', 'A family does not allow it, or was deleted. Only staff can see it.'],
  private: ['Private', 'warn', 'We do not know yet who is in it.'],
  deleted: ['Deleted', '', 'Not shown anywhere.'],
};

export const uploadMessages = {
  choose: 'Add pictures',
  drop: 'Or drop them anywhere on this page.',
  kinds: 'JPEG, PNG or WebP. We remove where and when each picture was taken.',
  title: 'Uploading',
  waiting: 'Waiting',
  sending: (share: number) => (share >= 1 ? 'Checking…' : `${Math.round(share * 100)} %`),
  done: 'Uploaded',
  drop_: 'Remove from list',
  summary: (doneCount: number, total: number, failedCount: number) =>
    `${doneCount} of ${total} uploaded${failedCount > 0 ? `, ${failedCount} failed` : ''}`,
} as const;

export const uploadRefusals: OwnMessages & { offline: string } = {
  photo_too_large: 'This picture is too large. The limit is 12 MB and 4 megapixels.',
  photo_too_small: 'This picture is too small. It needs at least 96 pixels on each side.',
  photo_not_readable: 'We can’t read this picture. Please use JPEG, PNG or WebP.',
  not_allowed: 'Your account can’t add pictures. Please ask an admin.',
  offline: `${offline} The upload continues when you are back online.`,
  unexpected: 'The upload did not go through.',
};

export const detailMessages = {
  loading: 'Loading...',
  failed: 'The picture did not load.',
  notFound: 'We can’t find this picture.',
  close: 'Close',
  name: 'Name',
  save: 'Save',
  saved: 'Saved.',
  facts: ({ width, height, bytes, created_at, uploaded_by }: StaffPicture) =>
    `${width} × ${height}, ${Math.max(1, Math.round(bytes / 1000))} kB · ${formatMoment(created_at)}${uploaded_by === null ? '' : ` · ${uploaded_by}`}`,
  who: 'Who can be recognised?',
  unsaid: 'Not answered yet: it stays private',
  nobody: 'No child',
  children: 'These children, and nobody else',
  find: 'Find a child',
  findHint: 'Part of the name',
  noneFound: 'No child found with this name.',
  add: (name: string) => `Add ${name}`,
  takeOff: (name: string) => `Remove ${name}`,
  mayShow: 'photos allowed',
  mayNot: 'no photos',
  saveWho: 'Save who is in it',
  share: 'Copy a link',
  shareText:
    'The link works without signing in and ends automatically. If a family withdraws its consent, you can’t create new links.',
  hours: (hours: number) => (hours === 1 ? 'For 1 hour' : `For ${hours} hours`),
  copied: (until: string) => `Link copied. It works until ${formatMoment(until)}.`,
  byHand: (until: string) =>
    `The link was not copied. Please copy it by hand. It works until ${formatMoment(until)}.`,
  link: 'Link',
  uses: 'Where it is used',
  usesAsk: 'Search the content',
  usesNone: 'No published page shows this picture.',
  usesText:
    'We look for its file name. To show the picture on a page, save it here, then add that file in Studio.',
  download: 'Save for Studio',
  remove: 'Delete',
  removed: 'Picture deleted.',
  undo: 'Undo',
  restore: 'Restore picture',
  until: (at: string) =>
    `Deleted. You can restore it until ${formatDate(today(new Date(at)))}, then it is gone for good.`,
} as const;

export const refusals: OwnMessages = {
  invalid_input: 'Please check this. A picture needs a name, and at least one child if children are in it.',
};
