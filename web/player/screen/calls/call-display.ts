/** Shows calls in the screen's layout: a card over the picture and a strip, or the panel (web/player/README 1.11, 1.13). */
import type { PlayerCall, PlayerCalls } from '../../../../src/contract/calls.ts';
import type { CallLayout } from '../../../../src/contract/display.ts';
import { createCallCard, createCallStrip } from './call-card.ts';
import { createCallPanel } from './call-panel.ts';
import { type CallQueue, panelOf, type QueuedCall } from './call-queue.ts';

export interface ScreenStateChange {
  /** The screen's own layout. Null: the layout of the account's call settings. */
  layout?: CallLayout | null;
  isDark?: boolean;
}

export function createCallDisplay() {
  const card = createCallCard();
  const strip = createCallStrip();
  const panel = createCallPanel();
  let layout: CallLayout | null = null;
  let isDark = false;
  let callOnCard: PlayerCall | null = null;

  function showOnCard(call: PlayerCall | null, clinicsLayout: PlayerCalls['settings']['layout']): void {
    // The label is compared too, because a stricter name policy shortens it while the call is shown.
    if (call?.key === callOnCard?.key && call?.label === callOnCard?.label) return;
    callOnCard = call;
    if (call) card.show(call, layout === null || layout === 'panel' ? clinicsLayout : layout);
    else card.hide();
  }

  return {
    nodes: [strip.node, card.node, panel.node],
    /** Shows a call and the last calls, newest first: on card and strip, or in the panel. `isBlocked`: the screen shows none. */
    show(
      { shown }: Pick<CallQueue, 'shown'>,
      lastCalls: readonly QueuedCall[],
      { isBlocked, clinicsLayout }: { isBlocked: boolean; clinicsLayout: PlayerCalls['settings']['layout'] },
    ): void {
      const last = isBlocked ? [] : lastCalls;
      // On a dark screen the panel appears only while it contains calls.
      const hasPanel = layout === 'panel' && !isBlocked && (!isDark || shown !== null || last.length > 0);
      document.body.classList.toggle('has-panel', hasPanel);
      showOnCard(hasPanel || isBlocked || !shown ? null : shown.call, clinicsLayout);
      strip.show(hasPanel ? [] : last.map(({ call }) => call));
      panel.show(hasPanel ? panelOf(shown, last) : panelOf(null, []));
    },
    /** Changes the state that the next `show` uses. */
    changeScreenState(change: ScreenStateChange): void {
      if (change.layout !== undefined) layout = change.layout;
      if (change.isDark !== undefined) isDark = change.isDark;
    },
    stop(): void {
      card.hide();
      document.body.classList.remove('has-calls', 'has-panel');
    },
  };
}
