-- What YouTube told of its public channels and videos, kept for hours to answer from and never longer than 30 days.

-- The videos of a channel, newest first: [{ "videoId": "...", "title": "..." }]. Empty for a channel that is not there.
create table channel_videos (
  channel_id text primary key,
  videos jsonb not null,
  read_at timestamptz not null
);

create index channel_videos_read on channel_videos (read_at);

-- Which channel a video belongs to. Null in title and channel: there is no such video.
create table video_facts (
  video_id text primary key,
  title text,
  channel_id text,
  channel_name text,
  read_at timestamptz not null
);

create index video_facts_read on video_facts (read_at);
