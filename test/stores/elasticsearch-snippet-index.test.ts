import { describeSnippetIndex } from '../contract/snippet-index/snippet-index.ts';
import { elasticsearchIndex } from './elasticsearch-index.ts';

describeSnippetIndex('Elasticsearch snippet index', () => elasticsearchIndex());
