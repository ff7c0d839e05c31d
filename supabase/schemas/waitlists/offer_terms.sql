-- The deadline of an offer from the waitlist, and the mails about it.

create function private.outside_quiet_hours(p_at timestamptz, p_minutes integer)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_zone constant text := private.time_zone();
  v_morning constant interval := v_settings.waitlist_quiet_until - time '00:00';
  v_day constant interval := v_settings.waitlist_quiet_from - v_settings.waitlist_quiet_until;
  v_local constant timestamp := p_at at time zone v_zone;
  -- This is how much of the day outside quiet hours is over at p_at. It is zero in the quiet hours before the morning,
  -- and the whole day in those of the evening.
  v_since_morning constant interval := least(greatest(v_local - (v_local::date + v_morning), interval '0'), v_day);
  v_total constant interval := v_since_morning + make_interval(mins => p_minutes);
  v_nights constant integer := ceil(extract(epoch from v_total) / extract(epoch from v_day))::integer - 1;
  v_first_morning constant timestamp := v_local::date + v_nights + v_morning;
begin
  return greatest(
    v_first_morning + (v_total - v_nights * v_day),
    v_first_morning + make_interval(mins => v_settings.waitlist_waking_minutes)) at time zone v_zone;
end;
$$;
comment on function private.outside_quiet_hours(timestamptz, integer) is
  'Returns the moment p_minutes after p_at, not counting quiet hours. It is never in quiet hours, nor within '
  'waitlist_waking_minutes after they end.';

create function private.offer_deadline(p_session_id uuid, p_camp_id uuid, p_at timestamptz)
returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select case when deadline >= p_at + make_interval(mins => t.waitlist_offer_min_minutes) then deadline end
  from private.settings() t
  cross join lateral (
    select least(
      private.outside_quiet_hours(p_at, t.waitlist_offer_minutes),
      -- The start is in calendar time, while offers end by the real clock.
      b.starts_at - private.calendar_shift() - make_interval(mins => t.waitlist_ends_before_minutes)) as deadline
    from (
      select starts_at from public.sessions where id = p_session_id
      union all
      select starts_at from public.camp_weeks where id = p_camp_id) b
  ) d
$$;
comment on function private.offer_deadline(uuid, uuid, timestamptz) is
  'Returns the deadline of a place that is offered at p_at. It is not in quiet hours (private.outside_quiet_hours), '
  'and it is at the latest waitlist_ends_before_minutes before the start, even at night. Returns null if too little '
  'time is left for an answer.';

create function private.waited_terms(p_entry public.waitlist_entries, p_offer public.waitlist_offers)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object('price_cents', coalesce(r.price_cents, private.price_at(f, clock_timestamp())),
    'sessions', t.sessions, 'validity_days', t.validity_days, 'renews', t.renews)
  from public.offers f
  cross join lateral private.offer_contents(f) t
  left join lateral private.camp_rung(p_offer.camp_id, clock_timestamp(), null, 1, f) r on true
  where private.is_on_sale(f, clock_timestamp()) and f.id = coalesce(p_entry.offer_id, (
    select (private.tier_offer(c.tier)).id from public.camp_weeks c where c.id = p_offer.camp_id))
$$;
comment on function private.waited_terms(public.waitlist_entries, public.waitlist_offers) is
  'Returns the terms on which an offered place is booked, as WaitedTerms (contract/waitlists.ts). price_cents is the '
  'current price for one child, before rebates and codes. Returns null if no offer sells it.';

create function private.waiting_names(p_entry_id uuid, p_positions integer[] default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.given_name(c.name, array(select name from public.waitlist_children where entry_id = p_entry_id))
    order by c.position), '[]')
  from (
    select w.position, coalesce(k.name, w.name) as name
    from public.waitlist_children w left join public.children k on k.id = w.child_id
    -- Friends are left out, because they are other families' children.
    where w.entry_id = p_entry_id and not w.is_friend) c
  where c.name is not null and (p_positions is null or c.position = any (p_positions))
$$;
comment on function private.waiting_names(uuid, integer[]) is
  'Returns the given names of the family''s own children of an entry, for these positions. If p_positions is null, '
  'returns all.';

create function private.notify_of_offer(
  p_entry public.waitlist_entries, p_offer public.waitlist_offers, p_resend_key text default null)
returns integer
language sql
volatile
set search_path = ''
as $$
  select private.queue_mails(
    'waitlist_offer', concat_ws(':', 'waitlist_offer', p_offer.id, extract(epoch from p_offer.expires_at), p_resend_key),
    jsonb_build_object(
      'secret', p_entry.secret, 'places', p_offer.places, 'children', private.waiting_names(p_entry.id, p_offer.positions),
      'expires_at', private.iso(p_offer.expires_at), 'terms', private.waited_terms(p_entry, p_offer),
      'session', private.session_view(p_offer.session_id), 'camp', private.camp_view(p_offer.camp_id)),
    private.recipients_or(p_entry.family_id, p_entry.parent_name, p_entry.parent_email))
$$;
comment on function private.notify_of_offer(public.waitlist_entries, public.waitlist_offers, text) is
  'Queues the mail about an offer, to both parents or the guest, once for each deadline. Another p_resend_key queues '
  'it once more.';

create function private.notify_of_removal(p_entry public.waitlist_entries, p_offer public.waitlist_offers)
returns integer
language sql
volatile
set search_path = ''
as $$
  select private.queue_mails('waitlist_removed', format('waitlist_removed:%s:%s', p_entry.id, p_offer.id),
    jsonb_build_object(
      'places', p_offer.places, 'children', private.waiting_names(p_entry.id, p_offer.positions),
      'session', private.session_view(p_offer.session_id), 'camp', private.camp_view(p_offer.camp_id)),
    private.recipients_or(p_entry.family_id, p_entry.parent_name, p_entry.parent_email))
$$;
comment on function private.notify_of_removal(public.waitlist_entries, public.waitlist_offers) is
  'Queues the mail that an offer has ended because staff removed its entry from the waitlist, to both parents or the '
  'guest.';

create function private.notify_free_for_all(p_entry public.waitlist_entries, p_places integer)
returns integer
language sql
volatile
set search_path = ''
as $$
  select private.queue_mails('waitlist_open', 'waitlist_open:' || p_entry.id,
    jsonb_build_object(
      'secret', p_entry.secret, 'places', p_places, 'children', private.waiting_names(p_entry.id),
      'session', private.session_view(p_entry.session_id), 'camp', private.camp_view(p_entry.camp_id)),
    private.recipients_or(p_entry.family_id, p_entry.parent_name, p_entry.parent_email))
$$;
comment on function private.notify_free_for_all(public.waitlist_entries, integer) is
  'Queues the mail that this many places are free for everyone, because it is too late for offers. It is queued once '
  'for an entry, to both parents or the guest.';

create function private.notify_of_offers_again(p_profile_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  select private.notify_of_offer(e, o, extract(epoch from clock_timestamp())::text)
  from public.profiles p
  join public.waitlist_entries e on e.family_id = p.family_id
  join public.waitlist_offers o on o.entry_id = e.id
  where p.id = p_profile_id and o.status = 'open' and o.expires_at > clock_timestamp() and e.parent_email is not null
    and not exists (
      select from public.outbox m
      where m.sent_at is null and m.template = 'waitlist_offer' and split_part(m.key, ':', 2) = o.id::text)
$$;
comment on function private.notify_of_offers_again(uuid) is
  'If the mail about an open offer has already been sent, queues it again, with the new secret of its entry. Does so '
  'for all entries of an account''s family.';

create function private.recall_offer_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.outbox
  where sent_at is null and template = 'waitlist_offer' and split_part(key, ':', 2) = new.id::text;
  return null;
end;
$$;
comment on function private.recall_offer_mail() is
  'Trigger on waitlist_offers: deletes the unsent mail about an offer that is no longer open. Definer: the outbox is '
  'written by functions only.';
create trigger recall_offer_mail after update of status on public.waitlist_offers
  for each row when (old.status = 'open' and new.status <> 'open') execute function private.recall_offer_mail();
