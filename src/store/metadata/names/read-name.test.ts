import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readName } from './read-name.ts';

describe('readName', () => {
  test.each([
    ['npm install -D @reduxjs/toolkit', '@reduxjs/toolkit'],
    ['npm i lodash/fp', 'lodash/fp'],
    ['pnpm add react@19', 'react'],
    ['pip install "langchain-openai[all]>=0.2"', 'langchain-openai'],
    ['pip install scikit-learn==1.5', 'scikit-learn'],
    ['uv add httpx', 'httpx'],
    ['cargo add reqwest', 'reqwest'],
    ['go get github.com/spf13/viper', 'spf13/viper'],
    ['import cv2', 'cv2'],
    ['import numpy as np', 'numpy'],
    ['from bs4 import BeautifulSoup', 'bs4'],
    ["import * as THREE from 'three'", 'three'],
    ["import '@mui/material/styles'", '@mui/material'],
    ["const app = require('express')()", 'express'],
    ['use serde::Deserialize;', 'serde'],
    ['import "github.com/gin-gonic/gin"', 'gin-gonic/gin'],
    ['<artifactId>mockito-core</artifactId>', 'mockito-core'],
    ['org.mockito:mockito-core:5.1', 'mockito-core'],
  ])('takes the package out of %s', (text, name) => {
    expect(readName(text)).toMatchObject({
      isStatement: true,
      names: expect.arrayContaining([name]),
    });
  });

  test.each([
    ['nextjs app router v15', 'nextjs app router', 'v15'],
    ['react 19', 'react', '19'],
    ['next.js@14.2.0', 'next.js', '14.2.0'],
    ['vue ^3.4 composition api', 'vue composition api', '3.4'],
    ['pydantic v2.x', 'pydantic', 'v2.x'],
  ])('splits the version off %s', (text, rest, version) => {
    expect(readName(text)).toEqual({ names: [text, rest], isStatement: false, version });
  });

  test.each(['d3', 'bootstrap4 grid', '@tanstack/react-query', 'import export tools', 'c++', '3d'])(
    'takes %s as it is',
    (text) => {
      expect(readName(text)).toEqual({ names: [text], isStatement: false });
    },
  );

  test('reads any text, and at most its beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        for (const name of readName(text).names) expect(name.length).toBeLessThanOrEqual(200);
      }),
    );
  });
});
