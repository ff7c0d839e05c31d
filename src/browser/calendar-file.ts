import {
  type Appointment,
  appointmentId,
  type Camp,
  campAppointment,
  type Class,
  classAppointment,
  daily,
  REMINDERS_SECONDS,
} from '#contract/appointments.ts';
import type { Travel } from '#contract/camp-day.ts';
import ical, { ICalAlarmType } from 'ical-generator';
import { brand } from '#config/brand.ts';
import { saveFile } from './save-file.ts';

// The calendar library is large, so import this module only with `import()`.

interface Entry extends Appointment {
  /** The id by which calendars recognise the appointment. */
  id: string;
  stamp: Date;
}

/** Something that an order booked. It is a class, or a camp with the children's transport. */
export interface BookedItem {
  stamp: Date;
  session?: (Class & { session_id: string }) | null;
  camp?: (Camp & { camp_id: string }) | null;
  travel?: Travel;
}

/**
 * Returns the calendar file of an order. Its ids are the same as in the e-mail's file, so that a calendar never shows
 * an appointment twice.
 */
export function orderFile(number: string, places: readonly BookedItem[], host: string): string {
  const idOf = (placeId: string) => appointmentId(number, placeId, host);
  return buildCalendarFile(
    places.flatMap(({ stamp, session, camp, travel }) => {
      if (session) return { id: idOf(session.session_id), stamp, ...classAppointment(session, number) };
      if (camp) return { id: idOf(camp.camp_id), stamp, ...campAppointment(camp, travel, number) };
      return [];
    }),
  );
}

export const saveOrderFile = (number: string, places: readonly BookedItem[]): void =>
  save(number, orderFile(number, places, location.hostname));

export function saveAppointment(id: string, session: Class, firstDay: string, lastDay: string): void {
  const appointment = { ...classAppointment(session), repeating: daily(firstDay, lastDay) };
  save(
    `${session.class_type} ${firstDay}`,
    buildCalendarFile([{ id: `${id}@${location.hostname}`, stamp: new Date(), ...appointment }]),
  );
}

function buildCalendarFile(entries: readonly Entry[]): string {
  const calendar = ical({ name: brand.name });
  for (const entry of entries) {
    const event = calendar.createEvent(entry);
    for (const triggerBefore of REMINDERS_SECONDS)
      event.createAlarm({ type: ICalAlarmType.display, triggerBefore, description: entry.summary });
  }
  return calendar.toString();
}

const save = (name: string, text: string) => saveFile(`${name}.ics`, text, 'text/calendar');
