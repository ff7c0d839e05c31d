-- Visitors leave their contact details: they reserve a spot, update a lead or enquire about a birthday.

create function public.reserve_spot(p_reservation jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_name text;
  v_email text;
  v_whatsapp text;
  v_package text;
  v_lead public.leads;
begin
  perform private.check_object(p_reservation, 'p_reservation', 4000);
  v_name := private.check_text(p_reservation -> 'parent_name', 'parent_name', 120);
  v_email := private.check_email(p_reservation -> 'email', 'email');
  v_whatsapp := private.check_phone(p_reservation -> 'whatsapp', 'whatsapp');
  v_package := private.check_slug(
    coalesce(p_reservation -> 'package_type', '"holiday_package"'), 'package_type');

  v_lead := private.add_lead(v_name, v_email, v_whatsapp, 'waitlist_modal', 'waitlist_conversion_pending',
    private.check_offer_id(p_reservation -> 'offer_id', 'offer_id'), v_package);
  insert into public.spot_reservations (lead_id, parent_name, whatsapp) values (v_lead.id, v_name, v_whatsapp);
  return jsonb_build_object('token', v_lead.token);
end;
$$;
comment on function public.reserve_spot(jsonb) is
  'Writes a reservation and its lead together (spec 2 §4, §5 and §7). Returns {token}. Fails with '
  'offer_not_available. Definer: visitors write leads only through these checks.';
grant execute on function public.reserve_spot(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.reserve_spot(jsonb)', 'reserve_spot');

create function public.update_lead(p_token uuid, p_status text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if p_status is distinct from 'waitlist_whatsapp_joined' then perform private.fail('invalid_input', 'p_status'); end if;
  update public.leads set
    -- If staff have set another status, it stays.
    status = case when status = 'waitlist_conversion_pending' then p_status else status end,
    last_activity_at = clock_timestamp(),
    notes = notes || jsonb_build_object(
      'conversionStatus', 'whatsapp_group_engaged',
      'engagementLevel', 'high_priority',
      'whatsappGroupJoinedAt', coalesce(notes ->> 'whatsappGroupJoinedAt', private.iso(clock_timestamp())))
  where token = p_token and auto_delete_at > clock_timestamp()
    and status in ('waitlist_conversion_pending', 'waitlist_whatsapp_joined', 'contacted');
  if not found then
    perform private.refuse_wrong_link();
    return '{"updated": false}';
  end if;
  return '{"updated": true}';
end;
$$;
comment on function public.update_lead(uuid, text) is
  'Updates a lead from the browser. p_status may only be waitlist_whatsapp_joined (spec 2 §4). Returns {updated}. '
  'Fails with invalid_input (p_status). Definer: the token from reserve_spot is the identity.';
grant execute on function public.update_lead(uuid, text) to anon, authenticated, service_role;
select private.answer_calls('public.update_lead(uuid, text)', 'update_lead');

create function public.enquire_birthday(p_enquiry jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_name text;
  v_email text;
  v_phone text;
  v_offer text;
  v_message text;
  v_date constant text := p_enquiry ->> 'preferred_date';
  v_enquiry public.birthday_enquiries;
begin
  perform private.check_object(p_enquiry, 'p_enquiry', 20000);
  v_name := private.check_text(p_enquiry -> 'parent_name', 'parent_name', 120);
  v_email := private.check_email(p_enquiry -> 'email', 'email');
  if private.is_given(p_enquiry -> 'phone') then v_phone := private.check_phone(p_enquiry -> 'phone', 'phone'); end if;
  if v_date <> '' and (v_date !~ '^\d{4}-\d{2}-\d{2}$' or not pg_input_is_valid(v_date, 'date')) then
    perform private.fail('invalid_input', 'preferred_date');
  end if;
  -- A party needs a day to prepare, so the first possible date is tomorrow.
  if nullif(v_date, '')::date not between private.calendar_today() + 1 and private.calendar_today() + 730 then
    perform private.fail('invalid_input', 'preferred_date');
  end if;
  if private.is_given(p_enquiry -> 'guests') and not private.is_whole(p_enquiry -> 'guests', 1, 200) then
    perform private.fail('invalid_input', 'guests');
  end if;
  if private.is_given(p_enquiry -> 'child_age') and not private.is_whole(p_enquiry -> 'child_age', 1, 18) then
    perform private.fail('invalid_input', 'child_age');
  end if;
  v_message := private.check_lines(p_enquiry -> 'message', 'message', 4000);
  v_offer := private.check_offer_id(p_enquiry -> 'offer_id', 'offer_id');

  v_enquiry.offer_id := v_offer;
  v_enquiry.preferred_date := nullif(v_date, '')::date;
  v_enquiry.guests := nullif(p_enquiry ->> 'guests', '')::numeric::integer;
  v_enquiry.child_age := nullif(p_enquiry ->> 'child_age', '')::numeric::integer;
  v_enquiry.message := v_message;
  -- A repeated enquiry, for example after a lost answer, is stored and mailed once.
  perform pg_advisory_xact_lock(hashtextextended('birthday enquiry ' || v_email, 0));
  if private.is_enquired(v_email, v_enquiry) then return jsonb_build_object('received', true); end if;

  insert into public.birthday_enquiries (lead_id, offer_id, preferred_date, guests, child_age, message)
  select l.id, v_enquiry.offer_id, v_enquiry.preferred_date, v_enquiry.guests, v_enquiry.child_age, v_enquiry.message
  from private.add_lead(v_name, v_email, v_phone, 'birthday_enquiry', 'new', v_offer, 'birthday') l
  returning * into v_enquiry;
  perform private.queue_enquiry_mails(v_enquiry);
  return jsonb_build_object('received', true);
end;
$$;
comment on function public.enquire_birthday(jsonb) is
  'Stores an enquiry. Confirms it by mail, but only the first three of an address in a day. Returns {received}. '
  'preferred_date is from tomorrow to two years ahead. Fails with offer_not_available. Definer: visitors write '
  'enquiries only through these checks.';
grant execute on function public.enquire_birthday(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.enquire_birthday(jsonb)', 'enquire_birthday');

create function private.check_lines(p_value jsonb, p_field text, p_max integer)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_text constant text := trim(E' \t\n' from replace(p_value #>> '{}', E'\r', ''));
begin
  if not private.is_given(p_value) then return null; end if;
  if jsonb_typeof(p_value) <> 'string' or length(v_text) > p_max or not private.is_text(v_text) then
    perform private.fail('invalid_input', p_field);
  end if;
  return nullif(v_text, '');
end;
$$;
comment on function private.check_lines(jsonb, text, integer) is
  'Returns a text of several lines with at most p_max characters, or null if none was given. Fails with invalid_input, '
  'and names the field.';
