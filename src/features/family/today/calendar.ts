import type { Coming } from './model.ts';

export async function downloadAppointment(coming: Coming): Promise<void> {
  const { saveAppointment } = await import('#browser/calendar-file.ts');
  const appointment = {
    class_type: coming.title,
    starts_at: coming.startsAt,
    ends_at: coming.endsAt,
    coach_name: coming.coach,
    location_name: coming.place,
    location_address: coming.address,
  };
  saveAppointment(`${coming.kind}-${coming.id}`, appointment, coming.firstDay, coming.lastDay);
}
