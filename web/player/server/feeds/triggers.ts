import type { ServerMessage } from '../../../../src/contract/events.ts';
import type { Poll } from '../poll/poll.ts';
import type { AssignmentFeed } from './assignment.ts';
import type { CallsFeed } from './calls.ts';
import type { MessagesFeed } from './messages.ts';
import type { RadioFeed } from './radio.ts';

/** All feeds of the player. */
export interface AllFeeds {
  assignment: AssignmentFeed;
  messages: MessagesFeed;
  notices: Poll;
  radio: RadioFeed;
  heartbeat: Poll;
  info: Poll;
  plays: Poll;
  calls: Poll & Pick<CallsFeed, 'fetchNew'>;
  urgent: Poll;
}

/** Makes the feeds that a message of the socket concerns send their requests at once (web/player/README 6.1). */
export function trigger(
  message: ServerMessage,
  { assignment, messages, notices, radio, info, calls, urgent }: AllFeeds,
): void {
  switch (message.type) {
    case 'playlist_update':
      if (message.playlistId === assignment.followed()) assignment.refetchItems();
      assignment.refresh();
      break;
    case 'playerStatusChanged':
      // The screen's name may have changed.
      info.refresh();
      assignment.refresh();
      break;
    case 'displaySettingsUpdated':
      info.refresh();
      break;
    // The response to the assignment's request also contains the time zone's offset.
    case 'timeZoneUpdated':
    case 'programmeUpdated':
    case 'playlistAssigned':
    case 'playlistRemoved':
    case 'categoryAccessChanged':
    case 'sessionEnded':
    case 'restartScreen':
      assignment.refresh();
      break;
    case 'subscriptionRefused':
      if (message.to === 'player') assignment.refresh();
      break;
    case 'BREAKING_NEWS_UPDATE':
      messages.refresh();
      break;
    case 'radioSettingsUpdated':
      radio.forgetStations();
      radio.refresh();
      break;
    case 'patientCalled':
      calls.fetchNew();
      break;
    case 'callsChanged':
      calls.refresh();
      break;
    case 'urgentChanged':
      urgent.refresh();
      break;
    case 'noticesUpdated':
      notices.refresh();
      break;
  }
}
