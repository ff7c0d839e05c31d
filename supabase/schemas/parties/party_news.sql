-- Party news: what guests of a party answered, told to its host, gathered: one mail when it has been quiet for a while,
-- and not one for each family of a class chat (decisions "/birthday-rsvp, /dynamic-form").
--
-- Whoever answers holds a key share of the party (private.open_party) until the answer is there whole. Taking the party
-- for update therefore means that no answer is half written: what is told is what stands, and what comes later is news.

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
  'A party as its host is told of it: {host_name, title, starts_at, place, head_count (agreed), guests (said they '
  'come), health_notes: how many answers say something about allergies or health, not whose and not what}.';

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
  'Whom mails to the host of a party go to: the address that staff wrote down for it, else its family.';

create function public.queue_party_answers()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_quiet constant interval := '10 minutes';
  -- While answers keep coming.
  c_longest constant interval := '1 hour';
  v_party public.parties;
  v_to private.mail_recipient[];
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
    v_to := private.party_hosts(v_party);
    with told as (
      delete from public.party_news where party_id = v_party.id returning response_id, kind
    )
    select jsonb_agg(private.answer_view(r.id) - 'noted' || jsonb_build_object('kind', t.kind) order by r.submitted_at, r.id)
    into v_answers
    from told t join public.form_responses r on r.id = t.response_id;
    -- A party that is over or called off, or whose host left no address, has nobody to tell.
    continue when v_to = '{}' or v_answers is null or v_party.status <> 'planned'
      or v_party.ends_at <= private.calendar_now();
    perform private.queue_mails('party_answers', format('party_answers:%s:%s', v_party.id, gen_random_uuid()),
      private.party_view(v_party) || jsonb_build_object('answers', v_answers), v_to);
    v_count := v_count + 1;
  end loop;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_party_answers() is
  'A mail to each host whose guests have answered or changed their answer, once it has been quiet for 10 minutes, or '
  'an hour after the first: {queued}. Each answer is told once. Definer: only the service role may call.';
grant execute on function public.queue_party_answers() to service_role;
