import { Component, type ReactNode } from 'react';
import { renewFailedParts } from '../../../navigation/chunks.ts';
import { PageFailed } from './PageFailed.tsx';

/** A page that throws, or whose code can't be fetched, shows a way on instead of nothing. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    renewFailedParts();
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailed onRetry={() => this.setState({ failed: false })} /> : this.props.children;
  }
}
