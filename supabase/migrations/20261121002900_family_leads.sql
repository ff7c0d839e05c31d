-- Leads under a family's address: exported and erased with it. In PL/pgSQL, because a later migration makes the table.

create function private.export_family_leads(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object('leads', (
    select coalesce(jsonb_agg(to_jsonb(l) - 'token' || jsonb_build_object('spot_reservation', to_jsonb(r) - 'lead_id')
      order by l.created_at, l.id), '[]')
    from public.leads l left join public.spot_reservations r on r.lead_id = l.id where lower(l.email) = any (p_emails)));
end;
$$;
comment on function private.export_family_leads(uuid, text[], text[]) is 'Leads that came from a proven address of the family, with the spot they reserved.';

create function private.erase_family_leads(p_family_id uuid, p_emails text[], p_phones text[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- Staff were told by mail how to reach them.
  update public.outbox set recipient = '', payload = '{}', last_error = null, sent_at = coalesce(sent_at, clock_timestamp())
  where template = 'birthday_enquiry_told'
    and (lower(payload ->> 'email') = any (p_emails) or payload ->> 'phone' = any (p_phones));
  delete from public.leads where lower(email) = any (p_emails) or phone_number = any (p_phones);
end;
$$;
comment on function private.erase_family_leads(uuid, text[], text[]) is
  'Deletes leads under an address or number of the family, with the reservations and enquiries that hang on them, and the mails that told staff of them.';
