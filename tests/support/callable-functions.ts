/** Functions that visitors may call, with the reason. */
export const visitorFunctions: Record<string, string> = {
  'public.ensure_next_weekend_funstart_sessions':
    'the first page load of a week makes its sessions, as the templates say',
  'public.get_session_availability_with_enrollments': 'returns numbers, but nothing about people',
  'public.get_sessions_ahead': 'returns numbers, but nothing about people',
  'public.hold_order': 'guests buy without an account',
  'public.join_queue': 'guests queue without an account; stores nothing about them',
  'public.queue_state': 'the ticket is the identity',
  'public.get_order': 'the secret is the identity',
  'public.renew_hold': 'the secret is the identity',
  'public.get_camp_prices': 'returns numbers, but nothing about people',
  'public.get_sales_notice': 'a sentence for everybody',
  'public.quote_order': 'guests ask for prices without an account; writes nothing',
  'public.get_managed_order': 'the link is the identity',
  'public.cancel_lines': 'the link is the identity',
  'public.move_line': 'the link is the identity',
  'public.quote_move': 'the link is the identity',
  'public.choose_late': 'the link is the identity',
  'public.hold_upgrade': 'the link is the identity',
  'public.find_renewal': 'the link is the identity',
  'public.save_order_child': 'the link is the identity; it writes, and returns nothing about the child',
  'public.get_requested_details': 'the link is the identity; says whether something is known, and never what',
  'public.find_pass_sessions': 'the link is the identity',
  'public.book_pass_session': 'the link is the identity',
  'public.cancel_pass_session': 'the link is the identity',
  'public.request_order_links':
    'stores an address, with the same row for everybody; mails go to that address only',
  'public.request_order_link':
    'the answer never says what is known; the mail goes to the order’s own address',
  'public.place_credit_line': 'the link is the identity',
  'private.camp_now': 'the view camps calls it; it returns numbers, but nothing about people',
  'private.price_at': 'the view current_offers calls it; prices',
  'private.is_on_sale': 'the view current_offers calls it; prices',
  'private.is_within': 'private.is_on_sale calls it; compares times',
  'public.reserve_spot': 'visitors write leads only through its checks',
  'public.update_lead': 'the token is the identity; it can only say that the parent joined the group',
  'public.enquire_birthday': 'visitors write enquiries only through its checks',
  'public.enquire_from_page': 'visitors write leads only through its checks',
  'public.record_analytics': 'visitors write analytics only through its filter',
  'public.count_question': 'visitors write questions only through its filter, and read none',
  'public.record_page_vitals': 'visitors write counts only through its filter, and read none',
  'public.report_error': 'visitors write reports only through its filter',
  'public.get_location_viewers': 'returns numbers, but nothing about people',
  'public.check_pass_eligibility': 'a visitor is told to sign in, whether or not anything is known',
  'public.get_recent_bookings': 'returns what was booked, but not by whom',
  'public.get_party': 'the code is the identity',
  'public.save_form_draft': 'the token is the identity',
  'public.load_form_draft': 'the token is the identity',
  'public.submit_form_response': 'guests of a party have no account',
  'public.enhanced_rate_limit_check': 'counts the caller under their own address',
  'public.get_offer_use': 'offers and camps are public; of orders, Studio learns only whether there are any',
  'public.get_base_use':
    'counts the upcoming camps and classes of a place, which the site shows too; for Studio',
  'public.get_publication_status': 'tells Studio what became of a publication; nothing about people',
  'public.note_admin_attempt': 'records an attempt, with a limit; the answer is the same for everybody',
  'public.join_waitlist': 'guests wait without an account',
  'public.confirm_waitlist_entry': 'guests wait without an account',
  'public.get_waitlist_entry': 'the secret is the identity',
  'public.decline_waitlist_offer': 'the secret is the identity',
  'public.read_shared_roster': 'the token is the identity; of people it returns only initials',
  'public.make_instalment_link': 'checks who manages the order; its answer is a link that can only pay',
  'public.read_payment_link':
    'the token is the identity; of people it returns only the first name of the parent',
  'public.leave_waitlist': 'the secret is the identity',
  'public.stop_news': 'the token is the identity; the answer is the same for everybody',
  'private.is_admin': 'the policy on offers asks it',
  'private.before_request': 'the API asks it before every request',
  'private.has_any_role': 'private.is_admin asks it',
};

/** Functions that the specification names, and functions whose result another call also returns. */
export const specifiedFunctions: Record<string, string> = {
  get_family_children_with_credits: 'spec 1 §7; get_family_dashboard has it',
  get_my_waitlist: 'get_family_dashboard has it',
};

/** Functions that other functions call with the caller’s rights. */
export const internalFunctions: Record<string, string> = {
  create_camp: 'save_camp',
  update_camp: 'save_camp',
  raise_camp_capacity: 'private.raise_capacity',
  set_session_capacity: 'private.raise_capacity',
};
