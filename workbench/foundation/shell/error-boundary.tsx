import { Button, Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Component, type ReactNode } from 'react';
import { View } from '../components/view';

interface Props {
  place: string;
  children: ReactNode;
}

interface State {
  place: string;
  hasFailed: boolean;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failed /> : this.props.children;
  }
}

/** A missing part of an outdated version fails, too; loading the page again mends it. */
function Failed() {
  const { shell } = useMessages();
  return (
    <View title={shell.failed.title}>
      <Notice kind="danger" title={shell.failed.words}>
        <Button onPress={() => window.location.reload()}>{shell.failed.reload}</Button>
      </Notice>
    </View>
  );
}
