-- What is queued for a parent who has just been removed from a family is not sent (docs/decisions "Two parents").

create function private.drop_queued_messages(p_family_id uuid, p_removed public.profiles)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_email constant text := lower(p_removed.email);
  v_orders constant uuid[] := array(select id from public.orders where family_id = p_family_id);
  v_entries constant uuid[] := array(select id from public.waitlist_entries where family_id = p_family_id);
  v_ids constant uuid[] := p_family_id || v_orders || v_entries
    || array(select id from public.order_lines where order_id = any (v_orders))
    || array(select id from public.passes where family_id = p_family_id)
    || array(select id from public.waitlist_offers where entry_id = any (v_entries));
begin
  -- A mail to a typed address has no account. The subject is in its key, so that a mail to the same person about
  -- something else, for example about a party, still arrives.
  update public.outbox set recipient = '', payload = '{}', last_error = null, sent_at = clock_timestamp()
  where sent_at is null and (profile_id = p_removed.id
    or (profile_id is null and lower(recipient) = v_email and string_to_array(key, ':') && v_ids::text[]));
  delete from public.phone_messages
  where family_id = p_family_id and sent_at is null and failed_at is null and sending_since is null
    and (profile_id = p_removed.id or (profile_id is null and exists (
      select from public.families f where f.id = p_family_id and lower(f.contact_email) = v_email)));
end;
$$;
comment on function private.drop_queued_messages(uuid, public.profiles) is
  'Makes sure that no queued mail or phone message about the family is sent to this parent any more, whether it goes '
  'to the account or to an address or number that was typed.';
