import type { StaffPicture } from '#contract/pictures.ts';
import type { OwnRefusals } from '#api/refusal-words.ts';
import { formatDate, formatMoment, today } from '#domain/dates.ts';

export const listWords = {
  title: 'Image repository',
  what: ['picture', 'pictures'],
  search: 'Search pictures',
  searchHint: 'Name of the picture',
  shows: 'Who is in it',
  all: 'All',
  filters: { unsaid: 'To be said', nobody: 'Nobody to recognise', children: 'Children', deleted: 'Deleted' },
  sort: 'Order',
  sorts: { name: 'By name', '-created': 'Newest first' },
  more: 'Show more',
  empty: 'No pictures yet.',
  emptyText: 'Choose some, or drop them here. They stay private until somebody says who is in them.',
  none: 'No picture is like this.',
} as const;

export const stateWords: Record<StaffPicture['state'], [word: string, tone: string, meaning: string]> = {
  open: ['May be shared', 'good', 'Nobody in it forbids it, as of now.'],
  refused: ['Not to be shown', 'bad', 'A family does not allow it, or was erased. It stays in the house.'],
  private: ['Private', 'warn', 'Nobody has said yet who is in it.'],
  deleted: ['Deleted', '', 'Out of sight.'],
};

export const uploadWords = {
  choose: 'Add pictures',
  drop: 'Or drop them anywhere here.',
  kinds: 'JPEG, PNG or WebP; where and when they were taken is removed.',
  title: 'On the way',
  waiting: 'Waits',
  sending: (share: number) => (share >= 1 ? 'Is looked at...' : `${Math.round(share * 100)} %`),
  done: 'Kept',
  drop_: 'Take it off the list',
  summary: (done: number, all: number, failed: number) =>
    `${done} of ${all} kept${failed > 0 ? `, ${failed} not` : ''}`,
} as const;

export const uploadRefusals: OwnRefusals & { offline: string } = {
  photo_too_large: 'Too large: 12 MB, and 8,000 pixels a side, at most.',
  photo_too_small: 'Too small: 96 pixels a side, or more.',
  photo_not_readable: 'No picture that we can read. JPEG, PNG or WebP, please.',
  not_allowed: 'You may not add pictures.',
  offline: 'You are offline. It goes on by itself when you are back.',
  unexpected: 'It did not go through.',
};

export const storyWords = {
  loading: 'Loading...',
  failed: 'The picture did not load.',
  gone: 'No picture is at this address.',
  close: 'Close',
  name: 'Name',
  save: 'Save',
  saved: 'Saved.',
  facts: ({ width, height, bytes, created_at, uploaded_by }: StaffPicture) =>
    `${width} × ${height}, ${Math.max(1, Math.round(bytes / 1000))} kB · ${formatMoment(created_at)}${uploaded_by === null ? '' : ` · ${uploaded_by}`}`,
  who: 'Who can be recognised?',
  unsaid: 'Not said yet: it stays private',
  nobody: 'No child',
  children: 'These children, and nobody else',
  find: 'Find a child',
  findHint: 'A part of the name',
  noneFound: 'No child has such a name.',
  add: (name: string) => `Add ${name}`,
  takeOff: (name: string) => `Take ${name} off`,
  mayShow: 'photos allowed',
  mayNot: 'no photos',
  saveWho: 'Save who is in it',
  share: 'Copy a link',
  shareText:
    'Works without signing in, and ends by itself. A family that takes its yes back ends new links at once.',
  hours: (hours: number) => (hours === 1 ? 'For an hour' : `For ${hours} hours`),
  copied: (until: string) => `Copied. It works until ${formatMoment(until)}.`,
  byHand: (until: string) => `Copy it by hand. It works until ${formatMoment(until)}.`,
  link: 'Link',
  uses: 'Used where',
  usesAsk: 'Look in the content',
  usesNone: 'No published page shows it.',
  usesText: 'Known by its file’s name: save it here, and add that file in Studio.',
  download: 'Save for Studio',
  remove: 'Delete',
  removed: 'The picture is deleted.',
  undo: 'Undo',
  restore: 'Put it back',
  until: (at: string) =>
    `Deleted. It can be put back until ${formatDate(today(new Date(at)))}, then it is gone.`,
} as const;

export const refusals: OwnRefusals = {
  invalid_input: 'Please look at this again: a name, and at least one child where children are in it.',
};
