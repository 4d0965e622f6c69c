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
    ['implementation("io.ktor:ktor-server-core:3.0")', 'ktor-server-core'],
    ['import org.apache.kafka.clients.producer.KafkaProducer;', 'kafka'],
    ['import org.springframework.boot.SpringApplication;', 'springframework'],
    ['github.com/labstack/echo/v4', 'labstack/echo'],
    ['github.com/labstack/echo/v4/middleware', 'labstack/echo'],
    ['gorm.io/gorm', 'gorm'],
    ['gopkg.in/yaml.v3', 'yaml'],
    ['node:fs', 'node'],
    ["import { readFile } from 'node:fs/promises'", 'node'],
    ['sqlx = { version = "0.8", features = ["runtime-tokio"] }', 'sqlx'],
    ['serde = "1"', 'serde'],
    ['"@tanstack/react-query": "^5.0.0"', '@tanstack/react-query'],
    ['Django>=4.2', 'Django'],
    ['fastapi[standard] >= 0.110', 'fastapi'],
    ["gem 'sidekiq', '~> 7'", 'sidekiq'],
    ['{:phoenix, "~> 1.7"}', 'phoenix'],
    ['.package(url: "https://github.com/vapor/vapor.git", from: "4.0.0")', 'vapor/vapor'],
    ["import 'package:dio/dio.dart';", 'dio'],
    ['flutter pub add dio', 'dio'],
    ['#include <fmt/core.h>', 'fmt'],
    ['<PackageReference Include="Dapper" Version="2.1" />', 'Dapper'],
  ])('takes the package out of %s', (text, name) => {
    expect(readName(text)).toMatchObject({
      isStatement: true,
      names: expect.arrayContaining([name]),
    });
  });

  test.each([
    ['npm install react', 'javascript'],
    ['pip install redis', 'python'],
    ['go get github.com/spf13/viper', 'go'],
    ['google.golang.org/grpc', 'go'],
    ['import org.junit.Test;', 'java'],
    ['import numpy as np', 'python'],
    ['find_package(Qt6 REQUIRED)', 'cpp'],
    ['brew install gh', undefined],
  ])('knows the language of the package in %s', (text, language) => {
    expect(readName(text).language).toBe(language);
  });

  test.each([
    ['nextjs app router v15', 'nextjs app router', 'v15'],
    ['react 19', 'react', '19'],
    ['next.js@14.2.0', 'next.js', '14.2.0'],
    ['pydantic v2.x', 'pydantic', 'v2.x'],
  ])('splits the version off %s', (text, rest, version) => {
    expect(readName(text)).toEqual({ names: [text, rest], isStatement: false, version });
  });

  test.each([
    ['postgresql-15 manual', 'postgresql', 'postgresql manual', '15'],
    ['node 20 lts', 'node', 'node lts', '20'],
    ['vue ^3.4 composition api', 'vue', 'vue composition api', '3.4'],
    ['spring boot 3.2 security', 'spring boot', 'spring boot security', '3.2'],
  ])('splits the version off %s, and knows the words before it', (text, before, rest, version) => {
    const read = { names: [text, rest], beforeVersion: before, isStatement: false, version };
    expect(readName(text)).toEqual(read);
  });

  test.each([
    ['vue3', 'vue', '3'],
    ['go1.22', 'go', '1.22'],
    ['bootstrap4 grid', 'bootstrap grid', '4'],
  ])('splits the version off the word %s', (text, unversioned, version) => {
    expect(readName(text)).toEqual({ names: [text], unversioned, isStatement: false, version });
  });

  test('reads the project of an artifact of Maven too', () => {
    const { names } = readName('com.squareup.retrofit2:converter-gson:2.11.0');
    expect(names).toEqual(['converter-gson', 'retrofit']);
  });

  test.each([
    'd3',
    'k8s',
    'neo4j',
    'vuejs.org/guide',
    '@tanstack/react-query',
    'import export tools',
    'c++',
    '3d',
  ])('takes %s as it is', (text) => {
    expect(readName(text)).toEqual({ names: [text], isStatement: false });
  });

  test('reads any text, and at most its beginning', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        for (const name of readName(text).names) expect(name.length).toBeLessThanOrEqual(200);
      }),
    );
  });
});
