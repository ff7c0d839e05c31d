/** Of the schedule's screen: what somebody signed in may call, and why (tests/db/catalogue.test.ts). */
export const scheduleFunctions: Record<string, string> = {
  'public.get_schedule': 'asks for an admin itself',
  'public.get_schedule_place': 'asks for an admin itself',
  'public.list_places': 'asks for an admin itself',
  'public.get_week_plan': 'asks for an admin itself',
  'public.preview_call_off': 'asks for an admin itself; what it does is taken back',
  'public.call_off': 'asks for an admin itself',
  'public.save_session': 'asks for an admin itself',
  'public.save_camp': 'asks for an admin itself',
  'public.save_template': 'asks for an admin itself',
  'public.copy_week': 'asks for an admin itself',
  'public.withdraw_sessions': 'asks for an admin itself',
};
