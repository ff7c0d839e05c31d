const number = new Intl.NumberFormat('en-SG');

export const tableMessages = {
  keys: 'Use the arrow keys, Home and End to move between rows, and Enter to open one.',
  selectKeys: 'Space selects a row. Shift and Space selects all rows from the last one that you selected.',
  loading: 'Loading...',
  turning: 'Loading more…',
  failed: 'The list did not load.',
  nextRowsFailed: 'The next rows did not load.',
  /** The number of rows. They are counted up to a thousand, because counting more takes too long. */
  count: (count: number, more: boolean, noun: readonly [string, string]) =>
    `${number.format(count)}${more ? '+' : ''} ${count === 1 && !more ? noun[0] : noun[1]}`,
  end: (rows: number) => (rows === 1 ? 'That’s the only one.' : `That’s all ${number.format(rows)}.`),
  none: 'Nothing matches.',
  noneText: 'Remove a filter, or search for part of a name.',
  filters: 'Filters',
  filtersOn: (count: number) => `Filters (${count})`,
  clear: 'Clear filters',
  views: 'Views',
  save: 'Save this view',
  saveName: 'Name of the view',
  saveHint: 'Saves your filters and sort order in this browser, but not your search.',
  keep: 'Save',
  cancel: 'Cancel',
  remove: (name: string) => `Delete the view ${name}`,
  removed: (name: string) => `View “${name}” deleted.`,
  undo: 'Undo',
  file: 'CSV',
  fileLabel: 'Save all of these as a CSV file',
  fileRows: (rows: number) => `${number.format(rows)} rows`,
  fileStop: 'Stop',
  fileSelected: 'Save as CSV',
  /**
   * The text during a pause of a very long export. The rate limit allows a certain number of requests in ten minutes.
   */
  fileWaits: 'pausing for a moment',
  fileDone: (rows: number) => `Saved ${number.format(rows)} ${rows === 1 ? 'row' : 'rows'}.`,
  fileFailed: 'The file was incomplete, so it was not saved. The list has not changed. Please try again.',
} as const;
