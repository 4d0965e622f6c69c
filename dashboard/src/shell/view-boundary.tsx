import { Component, type ReactNode } from 'react';
import { Failed } from '../shared/states.tsx';

/** Limits an error in a view to that view. */
export class ViewBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return <Failed error={error} onRetry={() => location.reload()} />;
  }
}
