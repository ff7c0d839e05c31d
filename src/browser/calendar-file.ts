import { saveFile } from './save-file.ts';

/** Hands a calendar file to the browser, under the order's number. */
export const saveCalendar = (number: string, text: string): void =>
  saveFile(`${number}.ics`, text, 'text/calendar');
