/** Hands a calendar file to the browser, under the order's number. */
export function saveCalendar(number: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  link.download = `${number}.ics`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
