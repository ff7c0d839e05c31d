-- Queues the mails that answer an enquiry.

create function private.is_enquired(p_email text, p_enquiry public.birthday_enquiries)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.leads l join public.birthday_enquiries b on b.lead_id = l.id
    where l.email = p_email and l.source = 'birthday_enquiry' and b.created_at > (select clock_timestamp() - interval '1 day')
      and (b.offer_id, b.preferred_date, b.guests, b.child_age, b.message)
        is not distinct from (p_enquiry.offer_id, p_enquiry.preferred_date, p_enquiry.guests, p_enquiry.child_age, p_enquiry.message))
$$;
comment on function private.is_enquired(text, public.birthday_enquiries) is
  'Returns whether this address has sent exactly this enquiry within a day. The caller holds the lock of the address.';

create function private.may_mail_enquirer(p_lead public.leads)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select count(*) <= 3
  from public.leads l join public.birthday_enquiries b on b.lead_id = l.id
  where l.email = p_lead.email and l.source = 'birthday_enquiry' and b.created_at > (select clock_timestamp() - interval '1 day')
$$;
comment on function private.may_mail_enquirer(public.leads) is
  'Returns whether this is at most the third enquiry of an address within a day. Anybody can type any address, so an '
  'address gets no more mails than that. The caller holds the lock of the address.';

create function private.queue_enquiry_mails(p_enquiry public.birthday_enquiries)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_lead constant public.leads := (select l from public.leads l where l.id = p_enquiry.lead_id);
  -- The mail omits the child's age, and the message, which may contain a name (docs/decisions "Safety").
  v_payload constant jsonb := jsonb_build_object(
    'parent_name', v_lead.name, 'preferred_date', p_enquiry.preferred_date, 'guests', p_enquiry.guests,
    'party', (select title from public.offers where id = p_enquiry.offer_id));
  v_staff constant text := private.staff_address('enquiries');
begin
  if private.may_mail_enquirer(v_lead) then
    insert into public.outbox (key, template, recipient, payload)
    values ('birthday_enquiry:' || p_enquiry.id, 'birthday_enquiry', v_lead.email, v_payload);
  end if;
  if v_staff is not null then
    insert into public.outbox (key, template, recipient, payload)
    values ('birthday_enquiry_notice:' || p_enquiry.id, 'birthday_enquiry_notice', v_staff, v_payload || jsonb_build_object(
      'email', v_lead.email, 'phone', v_lead.phone_number, 'has_message', p_enquiry.message is not null));
  end if;
end;
$$;
comment on function private.queue_enquiry_mails(public.birthday_enquiries) is
  'Queues a mail with {parent_name, preferred_date, guests, party} to the parent, at most three a day to one address. '
  'If there is a staff address, queues a mail to it that also has {email, phone, has_message}. Each mail is queued '
  'once per enquiry.';
