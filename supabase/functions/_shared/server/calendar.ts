import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalCalendarData,
  type ICalEventData,
} from 'ical-generator';
import { REMINDERS_SECONDS } from '../contract/appointments.ts';
import { brand } from '../contract/brand.ts';

/** Writes events as a published calendar: a mail's file or a family's feed. */
export function calendarOf(product: string, events: ICalEventData[], more: ICalCalendarData = {}): string {
  const calendar = ical({
    name: brand.name,
    prodId: { company: brand.name, product, language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ...more,
  });
  for (const event of events) calendar.createEvent(event);
  return calendar.toString();
}

/** Adds the reminders before the event. */
export const withReminders = (event: ICalEventData & { summary: string }): ICalEventData => ({
  ...event,
  alarms: REMINDERS_SECONDS.map((triggerBefore) => ({
    type: ICalAlarmType.display,
    triggerBefore,
    description: event.summary,
  })),
});
