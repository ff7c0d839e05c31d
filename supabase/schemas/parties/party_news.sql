-- The host of a party gets one mail about new answers after a quiet period (docs/decisions "/birthday-rsvp,
-- /dynamic-form"). Submitting holds a key share lock (private.open_party), so under the lock for update no answer is
-- half written.

create function private.party_view(p_party public.parties)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'host_name', p_party.host_name, 'title', p_party.title, 'starts_at', private.iso(p_party.starts_at),
    'place', p_party.place, 'head_count', p_party.head_count, 'guests', private.party_guests(p_party.id),
    'health_notes', (
      select count(distinct h.response_id)
      from public.form_responses r join public.form_response_health h on h.response_id = r.id
      where r.party_id = p_party.id and r.attending is not false))
$$;
comment on function private.party_view(public.parties) is
  'Returns a party for its host: {host_name, title, starts_at, place, head_count (agreed), guests (who accepted), '
  'health_notes}. health_notes is the number of answers with a health note. It does not say whose they are or what '
  'they say.';

create function private.party_hosts(p_party public.parties)
returns private.mail_recipient[]
language sql
stable
set search_path = ''
as $$
  select case when p_party.host_email is not null then array[row(null, null, p_party.host_email)::private.mail_recipient]
    else array(select r from private.mail_recipients(p_party.family_id) r) end
$$;
comment on function private.party_hosts(public.parties) is
  'Returns the recipients of mails to the host of a party. This is the address that staff entered for it, or else the '
  'host''s family.';

create function public.queue_party_answers()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_quiet constant interval := '10 minutes';
  -- If answers keep coming, the host is mailed after this time.
  c_longest constant interval := '1 hour';
  v_party public.parties;
  v_hosts private.mail_recipient[];
  v_answers jsonb;
  v_count integer := 0;
begin
  for v_party in
    select * from public.parties
    where id in (
      select party_id from public.party_news group by party_id
      having max(changed_at) <= clock_timestamp() - c_quiet or min(changed_at) <= clock_timestamp() - c_longest)
    for update skip locked
  loop
    v_hosts := private.party_hosts(v_party);
    with news as (
      delete from public.party_news where party_id = v_party.id returning response_id, kind
    )
    select jsonb_agg(private.answer_view(r.id) - 'noted' || jsonb_build_object('kind', t.kind) order by r.submitted_at, r.id)
    into v_answers
    from news t join public.form_responses r on r.id = t.response_id;
    -- No mail is needed if the party is over or cancelled, or if its host has no address.
    continue when v_hosts = '{}' or v_answers is null or v_party.status <> 'planned'
      or v_party.ends_at <= private.calendar_now();
    perform private.queue_mails('party_answers', format('party_answers:%s:%s', v_party.id, gen_random_uuid()),
      private.party_view(v_party) || jsonb_build_object('answers', v_answers), v_hosts);
    v_count := v_count + 1;
  end loop;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_party_answers() is
  'Queues a mail to each host whose guests have answered or changed their answer, after 10 quiet minutes or an hour '
  'after the first. Each answer is reported once. Returns {queued}. Definer: only the service role may call it.';
grant execute on function public.queue_party_answers() to service_role;
