import type { Appointment } from './model.ts';

export async function downloadAppointment(upcoming: Appointment): Promise<void> {
  const { saveAppointment } = await import('#browser/calendar-file.ts');
  const appointment = {
    class_type: upcoming.title,
    starts_at: upcoming.startsAt,
    ends_at: upcoming.endsAt,
    coach_name: upcoming.coach,
    location_name: upcoming.place,
    location_address: upcoming.address,
  };
  saveAppointment(`${upcoming.kind}-${upcoming.id}`, appointment, upcoming.firstDay, upcoming.lastDay);
}
