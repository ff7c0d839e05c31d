const number = new Intl.NumberFormat('en-SG');

export const tableWords = {
  keys: 'Arrow keys, Home and End move from row to row, Enter opens one.',
  loading: 'Loading...',
  turning: 'More is loading...',
  failed: 'The list did not load.',
  late: 'What comes next did not load.',
  /** Rows are counted up to a thousand, because counting more takes too long. */
  count: (count: number, more: boolean, what: readonly [string, string]) =>
    `${number.format(count)}${more ? '+' : ''} ${count === 1 && !more ? what[0] : what[1]}`,
  end: (rows: number) => (rows === 1 ? 'This is all.' : `These ${number.format(rows)} are all.`),
  none: 'Nothing is like this.',
  noneText: 'Take a filter away, or look for a part of a name.',
  filters: 'Filters',
  filtersOn: (count: number) => `Filters (${count})`,
  clear: 'Clear filters',
  views: 'Views',
  save: 'Save this view',
  saveName: 'Name of the view',
  saveHint: 'Filters and order, in this browser. What you search for is not kept.',
  keep: 'Save',
  cancel: 'Cancel',
  remove: (name: string) => `Delete the view ${name}`,
  removed: (name: string) => `The view “${name}” is deleted.`,
  undo: 'Undo',
  file: 'CSV',
  fileLabel: 'Save all of these as a CSV file',
  fileRows: (rows: number) => `${number.format(rows)} rows`,
  fileStop: 'Stop',
  /** Shown in a very long export: the rate limit allows a number of requests in ten minutes. */
  fileWaits: 'rests a moment, and goes on',
  fileDone: (rows: number) => `Saved ${number.format(rows)} ${rows === 1 ? 'row' : 'rows'}.`,
  fileFailed: 'The file did not come whole. Nothing in the list is changed.',
} as const;
