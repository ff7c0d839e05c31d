import type { PassBooking } from './pass.ts';

export async function downloadCalendar(number: string, bookings: readonly PassBooking[]): Promise<void> {
  const { saveOrderFile } = await import('#browser/calendar-file.ts');
  const createdAt = new Date();
  saveOrderFile(
    number,
    bookings.map(({ session }) => ({ session, stamp: createdAt })),
  );
}
